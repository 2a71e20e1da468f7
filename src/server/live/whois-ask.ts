import { connect } from 'node:net';
import { LiveError } from './outbound-client.ts';
import { checkedAddresses, endpoint, refusal, type Guard } from './target.ts';

const whoisPort = 43;
const maxBytes = 262_144;

/** One question over port 43 to the first address of the server that takes it. @throws LiveError, or node's error */
export async function whoisAsk(server: string, question: string, guard: Guard, signal: AbortSignal): Promise<string> {
  // a line end inside would be a second question
  if (!/^[\x20-\x7e]{1,255}$/.test(question))
    throw refusal('a whois server', 'the question is not a line of plain text');
  const addresses = await serverAddresses(server, guard, signal);
  let failure: unknown;
  for (const address of addresses) {
    try {
      return textOf(await exchange(endpoint(address, whoisPort, guard), question, signal));
    } catch (error) {
      if (signal.aborted || error instanceof LiveError) throw error;
      failure = error;
    }
  }
  throw failure;
}

/** Whois servers are named by registries, never by the caller: one that does not exist is not a misspelt target. */
async function serverAddresses(server: string, guard: Guard, signal: AbortSignal): Promise<readonly string[]> {
  return checkedAddresses(server, guard, signal).catch((error: unknown) => {
    if (error instanceof LiveError && error.fault === 'unknown_target')
      throw new LiveError('live_failed', `The whois server ${server} has no address in the DNS.`);
    throw error;
  });
}

/** The server closes the connection when it has said all. */
async function exchange(to: { host: string; port: number }, question: string, signal: AbortSignal): Promise<Buffer> {
  signal.throwIfAborted();
  const socket = connect(to);
  const stop = () => socket.destroy(new Error('stopped', { cause: signal.reason }));
  signal.addEventListener('abort', stop, { once: true });
  try {
    socket.write(`${question}\r\n`);
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw new LiveError('live_too_large', `The answer is larger than ${maxBytes} bytes.`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } finally {
    signal.removeEventListener('abort', stop);
    socket.destroy();
  }
}

/** Registries send UTF-8 or an older western code page, and say neither. */
function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
