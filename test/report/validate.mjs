// Validates findings and SARIF files, and tries out on deadlock.* that the validation can fail.
// Prints how many files were valid, and how many broken ones were not.
//
//   node validate.mjs SCHEMA FILE.json... FILE.sarif...
//
// SCHEMA is docs/findings.schema.json; that of SARIF comes from the package @microsoft/jest-sarif.
// TUTTI_NODE_MODULES is the directory of the packages.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const packages = process.env.TUTTI_NODE_MODULES;
if (!packages) {
  console.error('TUTTI_NODE_MODULES must name the directory of the node packages');
  process.exit(2);
}
const require = createRequire(join(packages, 'tutti.js'));
const read = (path) => JSON.parse(readFileSync(path, 'utf8'));

function findingsValidator(path) {
  const Ajv = require('ajv/dist/2020').default;
  return new Ajv({ allErrors: true, strictTypes: false }).compile(read(path));
}

function sarifValidator() {
  const Ajv = require('ajv-draft-04').default;
  // The schema has a pattern that is no Unicode expression.
  const ajv = new Ajv({ allErrors: true, strict: false, unicodeRegExp: false });
  require('ajv-formats').default(ajv);
  return ajv.compile(
    read(join(packages, '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json')));
}

// What the schema of SARIF cannot say: indices and ids that must mean something.
function sarifFaults(sarif) {
  const faults = [];
  for (const run of sarif.runs) {
    const rules = run.tool.driver.rules;
    for (const result of run.results) {
      if (rules[result.ruleIndex]?.id !== result.ruleId)
        faults.push(`ruleIndex ${result.ruleIndex} is not ${result.ruleId}`);
      if (!/^[0-9a-f]{16}:[1-9][0-9]*$/.test(result.partialFingerprints?.['tutti/v1']))
        faults.push('no fingerprint');
      const flows = result.codeFlows?.[0].threadFlows.map((flow) => flow.id) ?? [];
      if (new Set(flows).size !== flows.length)
        faults.push('a rank has two thread flows');
    }
  }
  return faults;
}

// Each breaks one thing in a good document.
const breakFindings = {
  'no version': (d) => { delete d.tutti; },
  'another version': (d) => { d.tutti = 2; },
  'no verdict': (d) => { delete d.verdict; },
  'unknown verdict': (d) => { d.verdict = 'fine'; },
  'command is a string': (d) => { d.command = 'tutti run'; },
  'unknown field': (d) => { d.colour = 'red'; },
  'ranks is a string': (d) => { d.world.ranks = '2'; },
  'a stat is a string': (d) => { d.stats.executions = '1'; },
  'unknown severity': (d) => { d.findings[0].severity = 'fatal'; },
  'no headline': (d) => { delete d.findings[0].headline; },
  'negative rank': (d) => { d.findings[0].ranks = [-1]; },
  'line is a string': (d) => { d.findings[0].locations[0].line = '12'; },
  'line 0': (d) => { d.findings[0].locations[0].line = 0; },
  'an argument is an object': (d) => { d.findings[0].locations[0].args.tag = { value: 7 }; },
  'unknown field in a location': (d) => { d.findings[0].locations[0].state = 'done'; },
  'stack is missing': (d) => { delete d.findings[0].locations[0].stack; },
  'related without what': (d) => { delete d.findings[0].related[0].what; },
  'unknown state': (d) => { d.findings[0].events[0].state = 'asleep'; },
  'event without rank': (d) => { delete d.findings[0].events[0].rank; },
  'unknown kind of match': (d) => { d.findings[0].matches[0].kind = 'one-sided'; },
  'message with one event': (d) => { d.findings[0].matches[0] = { kind: 'message', events: [0] }; },
  'negative event': (d) => { d.findings[0].matches[0].events[0] = -1; },
  'wait without on': (d) => { delete d.findings[0].waits[0].on; },
  'interleavings without total': (d) => { d.interleavings = { list: [] }; },
  'interleavings are a list': (d) => { d.interleavings = []; },
  'interleaving without outcome': (d) => { d.interleavings = { total: 1, list: [{ number: 1 }] }; },
  'interleaving 0': (d) => { d.interleavings = { total: 1, list: [{ number: 0, outcome: 'ended' }] }; },
  'interleaving with waits': (d) => {
    const { waits } = d.findings[0];
    d.interleavings = { total: 1, list: [{ number: 1, outcome: 'ended', waits }] };
  },
};
const breakSarif = {
  'no version': (s) => { delete s.version; },
  'no tool': (s) => { delete s.runs[0].tool; },
  'unknown field': (s) => { s.runs[0].colour = 'red'; },
  'unknown level': (s) => { s.runs[0].results[0].level = 'fatal'; },
  'no message': (s) => { delete s.runs[0].results[0].message; },
  'line 0': (s) => { s.runs[0].results[0].locations[0].physicalLocation.region.startLine = 0; },
  'a blank in a uri': (s) => {
    s.runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri = 'a b.c';
  },
  'empty thread flow': (s) => {
    s.runs[0].results[0].codeFlows[0].threadFlows[0].locations = [];
  },
  'no exit state': (s) => { delete s.runs[0].invocations[0].executionSuccessful; },
  'wrong rule index': (s) => { s.runs[0].results[0].ruleIndex = 99; },
  'no fingerprint': (s) => { delete s.runs[0].results[0].partialFingerprints; },
  'a rank twice': (s) => {
    const flows = s.runs[0].results[0].codeFlows[0].threadFlows;
    flows.push(flows[0]);
  },
};

const [schema, ...files] = process.argv.slice(2);
const findings = findingsValidator(schema);
const sarif = sarifValidator();
const faultsOf = {
  json: (data) => (findings(data) ? [] : findings.errors.map((e) => `${e.instancePath} ${e.message}`)),
  sarif: (data) =>
    sarif(data) ? sarifFaults(data) : sarif.errors.map((e) => `${e.instancePath} ${e.message}`),
};
let failed = false;
const complain = (text) => {
  console.error(text);
  failed = true;
};

// The whole of the history is in deadlock.*, so the changes are tried on it.
let tried = 0;
for (const file of files) {
  const kind = file.endsWith('.sarif') ? 'sarif' : 'json';
  const faults = faultsOf[kind](read(file));
  faults.forEach((fault) => complain(`${file}: ${fault}`));
  if (!/(^|\/)deadlock\.[a-z]+$/.test(file))
    continue;
  for (const [name, change] of Object.entries(kind === 'sarif' ? breakSarif : breakFindings)) {
    const data = read(file);
    change(data);
    if (faultsOf[kind](data).length === 0)
      complain(`${file}: not noticed when broken: ${name}`);
    tried++;
  }
}
if (failed)
  process.exit(1);
console.log(`${files.length} files are valid, ${tried} broken ones are not`);
