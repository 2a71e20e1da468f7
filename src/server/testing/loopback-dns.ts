import dns from 'dns2';

/** The value of one record in text; MX as 'priority host', SOA as its seven fields with blanks between. */
type ZoneValues = readonly string[];

export interface LoopbackDns {
  /** What is answered, by 'name TYPE'; a function hears the how-manieth time it is asked, from 1. */
  readonly zone: Map<string, ZoneValues | ((time: number) => ZoneValues | 'silence')>;
  /** Every question in order, as 'name TYPE'; without those for the root of the DNS, which only show that it can be reached. */
  readonly questions: string[];
  /** 'address:port' */
  readonly server: string;
  close(): Promise<void>;
}

export const zoneTtl = 300;

/** Delete it from a zone for a resolver that has no way out. */
export const rootQuestion = ' NS';
const rootServers: ZoneValues = ['a.root-servers.net', 'b.root-servers.net'];

/** A real DNS server over UDP on loopback; names that the zone does not hold do not exist, but the root does. */
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
  if (!udp) throw new Error('the DNS server listens nowhere');
  return { zone, questions, server: `127.0.0.1:${udp.port}`, close: async () => void (await server.close()) };
}

/** What is asked only to see whether the resolver has a way out. */
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
