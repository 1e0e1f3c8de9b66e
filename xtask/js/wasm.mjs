// Sends the request on standard input to the module that is named first, and prints the answer.
import { readFileSync } from 'node:fs';

const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]));
const { memory, bunraku_request, bunraku_answer, bunraku_answer_length } = instance.exports;
const request = readFileSync(0);
// The memory may be another one after each call: it grows.
const address = bunraku_request(request.length) >>> 0;
new Uint8Array(memory.buffer, address, request.length).set(request);
const answer = bunraku_answer() >>> 0;
process.stdout.write(Buffer.from(memory.buffer, answer, bunraku_answer_length()));
