import { createServer as createWebServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createSecureContext, type SecureContext, TLSSocket } from 'node:tls';
import dns from 'dns2';
import { generate } from 'selfsigned';
import type { TestAllowance } from '#server/live/target.ts';

/** The address of the web server of the small internet; names that lead to it resolve to this. */
export const webAddress = '192.0.2.80';

/** A small internet on loopback: real servers, which the outbound client reaches by documentation addresses. */
export interface LoopbackInternet {
  readonly dns: LoopbackDns;
  /** Handlers of the web server by 'host/path', over http and https alike; 404 for the rest. */
  readonly web: Map<string, RequestListener>;
  /** The web server answers requests for this 'host/path' with JSON. */
  json(place: string, body: object, status?: number): void;
  /** Handles requests that `web` does not. */
  elsewhere(listener: RequestListener): void;
  /** Opens a whois server. @param answer writes to the connection and ends it; or gives the text of the answer */
  whois(address: string, answer: (question: string, connection: Socket) => string | void): Promise<void>;
  /** Opens a server with its own handling of each connection; with `isSecure` after the TLS handshake. */
  raw(address: string, port: number, serve: (connection: Socket) => void, isSecure?: boolean): Promise<void>;
  /** Connections that are open now, to all servers. */
  openConnections(): number;
  /** Allows an address at which no server listens. */
  deaf(address: string, port: number): void;
  /** Lets the outbound client reach the small internet. */
  readonly allowance: TestAllowance;
  close(): Promise<void>;
}

/** @param secureNames host names in the certificate of the web server */
export async function openLoopbackInternet(
  secureNames: readonly string[] = ['secure.example'],
): Promise<LoopbackInternet> {
  const dns = await openLoopbackDns();
  const web: LoopbackInternet['web'] = new Map();
  let elsewhere: RequestListener = (_, response) => response.writeHead(404).end();
  const listener: RequestListener = (request, response) => {
    const page = web.get(`${request.headers.host}${request.url}`) ?? elsewhere;
    page(request, response);
  };
  const { cert, private: key } = await certificate(secureNames);
  const secureContext = createSecureContext({ cert, key });
  const servers = [createWebServer(listener), createTlsServer({ cert, key }, listener)];
  const connections = new Set<Socket>();
  const routes: Record<string, number> = {};
  const open = async (server: Server, place: string): Promise<void> => {
    server.on('connection', (socket) => {
      connections.add(socket);
      socket.on('error', () => undefined).on('close', () => connections.delete(socket));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    routes[place] = (server.address() as AddressInfo).port;
  };
  for (const [index, server] of servers.entries()) await open(server, `${webAddress}:${index === 0 ? 80 : 443}`);
  const all: Server[] = [...servers];
  return {
    dns,
    web,
    json: (place, body, status = 200) =>
      void web.set(place, (_, response) => response.writeHead(status).end(JSON.stringify(body))),
    elsewhere: (listener) => {
      elsewhere = listener;
    },
    allowance: { resolvers: [dns.server], routes, authorities: [cert] },
    whois: async (address, answer) => {
      const server = createServer((connection) => {
        connection.once('data', (line) => {
          const text = answer(line.toString('utf8').trim(), connection);
          if (text !== undefined) connection.end(text);
        });
      });
      all.push(server);
      await open(server, `${address}:43`);
    },
    raw: async (address, port, serve, isSecure = false) => {
      // without reading, a server does not notice that the client is gone
      const listener = (connection: Socket): void => {
        try {
          serve(connection);
        } finally {
          connection.on('error', () => undefined).resume();
        }
      };
      const server = createServer((connection) => {
        if (isSecure) secured(connection, secureContext, listener);
        else listener(connection);
      });
      all.push(server);
      await open(server, `${address}:${port}`);
    },
    openConnections: () => connections.size,
    deaf: (address, port) => {
      routes[`${address}:${port}`] = 1;
    },
    close: async () => {
      for (const connection of connections) connection.destroy();
      await Promise.all(all.map((server) => new Promise((resolve) => server.close(resolve))));
      await dns.close();
    },
  };
}

/** Hands the connection on after its handshake. A reset goes to the connection below, because TLS has none and throws. */
function secured(connection: Socket, secureContext: SecureContext, listener: (connection: Socket) => void): void {
  const secure = new TLSSocket(connection, { isServer: true, secureContext });
  secure.resetAndDestroy = () => {
    connection.resetAndDestroy();
    return secure;
  };
  secure.on('error', () => undefined).once('secure', () => listener(secure));
}

function certificate(names: readonly string[]): ReturnType<typeof generate> {
  const altNames = names.map((value) => ({ type: 2 as const, value }));
  return generate([{ name: 'commonName', value: 'loopback internet' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames },
    ],
  });
}

/** The value of one record in text; MX as 'priority host', SOA as its seven fields with blanks between. */
type ZoneValues = readonly string[];

export interface LoopbackDns {
  /** Answers by 'name TYPE'; a function gets the number of the query for it, from 1. */
  readonly zone: Map<string, ZoneValues | ((time: number) => ZoneValues | 'silence')>;
  /** Every question in order, as 'name TYPE'; without those for the root of the DNS, which only show that it can be reached. */
  readonly questions: string[];
  /** 'address:port' */
  readonly server: string;
  close(): Promise<void>;
}

export const zoneTtl = 300;

/** Delete this entry from a zone to simulate a resolver without internet access. */
export const rootQuestion = ' NS';
const rootServers: ZoneValues = ['a.root-servers.net', 'b.root-servers.net'];

/** A real DNS server over UDP on loopback; names outside of the zone do not exist, except the root. */
export async function openLoopbackDns(): Promise<LoopbackDns> {
  const zone: LoopbackDns['zone'] = new Map([[rootQuestion, rootServers]]);
  const questions: string[] = [];
  const server = dns.createServer({
    udp: true,
    handle: (request, send) => {
      const response = dns.Packet.createResponseFromRequest(request);
      const [question] = request.questions;
      if (!question) return;
      const key = `${question.name.toLowerCase()} ${typeNames.get(question.type ?? 0)}`;
      if (!isCertain(key)) questions.push(key);
      const held = zone.get(key);
      const values = typeof held === 'function' ? held(questions.filter((asked) => asked === key).length) : held;
      if (values === 'silence') return;
      if (!values) response.header.rcode = 3;
      for (const value of values ?? []) response.answers.push(resource(question, value) as dns.Packet.Resource);
      void send(response);
    },
  });
  const { udp } = await server.listen({ udp: { address: '127.0.0.1', port: 0 } });
  if (!udp) throw new Error('the DNS server does not listen');
  return { zone, questions, server: `127.0.0.1:${udp.port}`, close: async () => await server.close() };
}

/** Whether a query only checks that the resolver has internet access. */
function isCertain(key: string): boolean {
  return [rootQuestion, 'com NS', 'org NS'].includes(key);
}

const typeNames = new Map<number, string>(Object.entries(dns.Packet.TYPE).map(([name, number]) => [number, name]));

function resource({ name, type = 0 }: dns.Packet.Question, value: string): object {
  return { name, type, class: dns.Packet.CLASS.IN, ttl: zoneTtl, ...payload(typeNames.get(type) ?? '', value) };
}

function payload(type: string, value: string): object {
  const [first = '', second = '', ...numbers] = value.split(' ');
  switch (type) {
    case 'A':
    case 'AAAA':
      return { address: value };
    case 'NS':
      return { ns: value };
    case 'MX':
      return { priority: Number(first), exchange: second };
    case 'TXT':
      return { data: value };
    case 'SOA': {
      const [serial, refresh, retry, expiration, minimum] = numbers.map(Number);
      return { primary: first, admin: second, serial, refresh, retry, expiration, minimum };
    }
    default:
      return { domain: value };
  }
}
