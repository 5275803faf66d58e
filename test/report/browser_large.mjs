// Writes the large documents of the browser test: node browser_large.mjs DIRECTORY
//   events.json  one finding with 20,000 events of 64 ranks
//   many.json    1,000 findings of three rules
//   search.json  1,000 interleavings of 100 events, every tenth a deadlock
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

// Workers 1 to 3 send to rank 0, which takes them by wildcards, in an order that `number` decides.
function interleaving(number) {
  const rounds = 16, deadlock = number % 10 === 0;
  const events = [], matches = [];
  const add = (event) => events.push(event) - 1;
  for (let round = 0, seed = number * 7919; round < rounds; round++) {
    const sends = [1, 2, 3].map((rank) => add({ ...call(rank, 'MPI_Send', { dest: 0, tag: round }, 15), state: 'done' }));
    while (sends.length > 0) {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      const [send] = sends.splice(seed % sends.length, 1);
      const receive = add({ ...call(0, 'MPI_Recv', { source: 'ANY', tag: round }, 14), state: 'done' });
      const choice = sends.length > 0 ? { wildcard: true, alternatives: [...sends] } : {};
      matches.push({ kind: 'message', events: [send, receive], ...choice });
    }
  }
  for (let rank = 0; rank < 4; rank++)
    add({ ...call(rank, 'MPI_Recv', { source: 1, tag: 99 }, 14), state: deadlock ? 'blocked' : 'done' });
  return { number, outcome: deadlock ? 'deadlock' : 'ended', ...(deadlock && { findings: ['r-1'] }), events, matches };
}

const document = (ranks, findings, more) => JSON.stringify({
  tutti: 1, verb: 'run', command: ['tutti', 'run'], verdict: 'violations',
  world: { ranks }, stats: {}, findings, ...more,
});

const rules = [['deadlock', 'error'], ['leak.comm', 'warning'], ['race.message', 'note']];
const directory = process.argv[2];
writeFileSync(join(directory, 'events.json'), document(64, [finding(1, 'deadlock', 'error', 64, 20000)]));
writeFileSync(join(directory, 'many.json'),
  document(4, Array.from({ length: 1000 }, (_, i) => finding(i + 1, ...rules[i % 3], 4, 20))));
writeFileSync(join(directory, 'search.json'), document(4, [finding(1, 'deadlock', 'error', 4, 20)], {
  interleavings: { total: 1680, list: Array.from({ length: 1000 }, (_, i) => interleaving(i + 1)) },
}));
