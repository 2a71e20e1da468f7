import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { whyNameRefused, whyRefused } from './target.ts';

describe('whyRefused', () => {
  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '172.15.255.255',
    '172.32.0.1',
    '100.63.255.255',
    '2606:4700::1111',
    '64:ff9b::808:808',
  ])('lets %s through', (address) => expect(whyRefused(address)).toBeNull());

  it.each([
    ['loopback', ['127.0.0.1', '127.255.255.254', '::1']],
    ['private', ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd00:ec2::254', 'fec0::1']],
    ['link-local', ['169.254.169.254', '169.254.0.1', 'fe80::1', 'fe80::1%eth0']],
    ['carrier-grade NAT', ['100.64.0.1', '100.100.100.200', '100.127.255.255']],
    ['multicast and broadcast', ['224.0.0.1', '239.255.255.255', '255.255.255.255', 'ff02::1']],
    ['unspecified', ['0.0.0.0', '0.1.2.3', '::']],
    [
      'documentation and benchmarking',
      ['192.0.2.1', '198.51.100.1', '203.0.113.1', '198.18.0.1', '2001:db8::1', '2001:2::1', '3fff::1'],
    ],
    ['reserved', ['240.0.0.1', '192.0.0.192', '192.88.99.1', '4000::1', '5f00::1', '100::1']],
    ['metadata of a cloud at a public address', ['168.63.129.16']],
    [
      'IPv4 inside IPv6: mapped and compatible',
      ['::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:a9fe:a9fe', '::127.0.0.1', '::ffff:0:127.0.0.1'],
    ],
    [
      'NAT64 of what is not public',
      ['64:ff9b::127.0.0.1', '64:ff9b::a9fe:a9fe', '64:ff9b::10.0.0.1', '64:ff9b:1::808:808'],
    ],
    ['6to4 and Teredo', ['2002:7f00:1::', '2002:808:808::', '2001:0:808:808::1']],
    ['no address', ['', 'acme.example', '1.2.3', '2130706433', '0x7f.1', '256.1.1.1']],
  ])('refuses %s', (_, addresses) => {
    for (const address of addresses) expect(whyRefused(address), address).toEqual(expect.any(String));
  });

  it.each([
    ['NAT64', '64:ff9b::168.63.129.16', '168.63.129.16'],
    ['NAT64 in groups', '64:ff9b::a9fe:a9fe', '169.254.169.254'],
    ['NAT64 of a private network', '64:ff9b::10.0.0.1', '10.0.0.1'],
    ['ISATAP', '2606:4700::5efe:127.0.0.1', '127.0.0.1'],
    ['ISATAP with the universal bit', '2606:4700::200:5efe:a00:1', '10.0.0.1'],
  ])('judges %s by the address inside', (_, address, inside) => {
    expect(whyRefused(address)).toContain(inside);
  });

  it('refuses addresses of this machine inside others', () => {
    const own = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
    for (const { address, family } of own.filter((each) => each.family === 'IPv4'))
      expect(whyRefused(`64:ff9b::${address}`), `${family} ${address}`).toContain(address);
    expect(whyRefused('64:ff9b::8.8.8.8')).toBeNull();
    expect(whyRefused('2606:4700::5efe:8.8.8.8')).toBeNull();
  });

  it('refuses the addresses of this machine', () => {
    const own = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
    for (const { address } of own) expect(whyRefused(address), address).toEqual(expect.any(String));
  });
});

describe('whyNameRefused', () => {
  it.each(['acme.example', 'a.b.co.uk', '_dmarc.acme.example', '1.2.0.192.in-addr.arpa', 'local.acme.example'])(
    'lets %s through',
    (name) => expect(whyNameRefused(name)).toBeNull(),
  );

  it.each([
    '',
    'localhost',
    'printer',
    'a.localhost',
    'nas.local',
    'metadata.google.internal',
    'router.home.arpa',
    'x.onion',
    'dc01.corp',
    'golden-ticket.factory.oompa.loompa',
    'a b.example',
    'é.example',
    'a\0.example',
    `${'a.'.repeat(130)}example`,
  ])('refuses %j', (name) => expect(whyNameRefused(name)).toEqual(expect.any(String)));
});
