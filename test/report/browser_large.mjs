// Writes the large documents of the browser test: node browser_large.mjs DIRECTORY
//   events.json  one finding with 20,000 events of 64 ranks
//   many.json    1,000 findings of three rules
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const file = 'examples/deadlock.c';
const call = (rank, name, args, line) => ({ rank, call: name, args, file, line, function: 'exchange' });

function finding(number, rule, severity, ranks, eventCount) {
  const events = [];
  const matches = [];
  for (let i = 0; i < eventCount; i++) {
    const sends = i % 2 === 0;
    const peer = sends ? { dest: (i + 1) % ranks } : { source: (i + ranks - 1) % ranks };
    const state = i < eventCount - ranks ? 'done' : 'blocked';
    events.push({ ...call(i % ranks, sends ? 'MPI_Send' : 'MPI_Recv', { ...peer, tag: 7 }, sends ? 15 : 14), state });
    if (!sends && state === 'done')
      matches.push({ kind: 'message', events: [i - 1, i] });
  }
  const waits = Array.from({ length: ranks }, (_, rank) => ({ rank, on: (rank + 1) % ranks, why: 'MPI_Recv' }));
  return {
    id: `r-${number}`, rule, severity, headline: `finding ${number} of many`,
    ranks: Array.from({ length: ranks }, (_, rank) => rank), why: 'They wait for each other.',
    locations: [call(0, 'MPI_Recv', { source: 1, tag: 7 }, 14)], events, matches, waits,
  };
}

const document = (ranks, findings) => JSON.stringify({
  tutti: 1, verb: 'run', command: ['tutti', 'run'], verdict: 'violations',
  world: { ranks }, stats: {}, findings,
});

const rules = [['deadlock', 'error'], ['leak.comm', 'warning'], ['race.message', 'note']];
const directory = process.argv[2];
writeFileSync(join(directory, 'events.json'), document(64, [finding(1, 'deadlock', 'error', 64, 20000)]));
writeFileSync(join(directory, 'many.json'),
  document(4, Array.from({ length: 1000 }, (_, i) => finding(i + 1, ...rules[i % 3], 4, 20))));
