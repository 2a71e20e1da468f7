import { describe, expect, it } from 'vitest';
import { readText, reasonsOf } from '#test/server/feed-document.ts';
import { readFeodo, readSslbl, readThreatfox, readUrlhaus } from './abuse-ch.ts';

const banner = (name: string) => `################################################################
# ${name}                      #
# Last updated: 2026-11-22 07:40:22 UTC                        #
#                                                              #
# Terms Of Use: https://abuse.ch/terms-of-use/                 #
################################################################
#
`;

describe('URLhaus', () => {
  it('reads URLs with tags, link and days', async () => {
    const text = `${banner('URLhaus Database Dump (CSV - recent URLs only)')}# id,dateadded,url,url_status,last_online,threat,tags,urlhaus_link,reporter\r
"3904166","2026-11-20 11:54:23","http://192.0.2.89:37352/bin.sh","online","2026-11-22 07:00:01","malware_download","32-bit,elf,mips,Mozi","https://urlhaus.abuse.ch/url/3904166/","geenensp"\r
"3904100","2026-11-19 11:00:00","https://Bad.Example/panel/a,b.exe","offline","","malware_download","None","https://urlhaus.abuse.ch/url/3904100/","anonymous"\r
"3904099","2026-11-19 10:00:00","http://nowhere/x","offline","","malware_download","","https://urlhaus.abuse.ch/url/3904099/","x"\r
`;
    const read = await readText(readUrlhaus, text);
    expect(read.asOf).toBe('2026-11-22');
    expect(read.entries.slice(0, 2)).toEqual([
      {
        what: 'listing',
        subject: { type: 'url', url: 'http://192.0.2.89:37352/bin.sh', host: '192.0.2.89' },
        category: 'malware',
        tags: ['32-bit', 'elf', 'mips', 'Mozi'],
        reference: 'https://urlhaus.abuse.ch/url/3904166/',
        first: '2026-11-20',
        last: '2026-11-22',
      },
      {
        what: 'listing',
        subject: { type: 'url', url: 'https://bad.example/panel/a,b.exe', host: 'bad.example' },
        category: 'malware',
        tags: [],
        reference: 'https://urlhaus.abuse.ch/url/3904100/',
        first: '2026-11-19',
      },
    ]);
    expect(reasonsOf(read)).toEqual(['The URL has no valid host. Not a domain: it has one label only.']);
  });

  it('refuses a file without the column', async () => {
    const read = await readText(readUrlhaus, '"error","message"\n"403","unknown_auth_key"\n');
    expect(reasonsOf(read)).toEqual(['There is no column “url”. Columns: error, message']);
  });
});

describe('ThreatFox', () => {
  const header =
    '# "first_seen_utc","ioc_id","ioc_value","ioc_type","threat_type","fk_malware","malware_alias","malware_printable","last_seen_utc","confidence_level","is_compromised","reference","tags","anonymous","reporter"\n';
  const line = (value: string, type: string, threat: string, compromised = 'False') =>
    `"2026-11-20 06:26:07", "1877000", "${value}", "${type}", "${threat}", "win.cobalt_strike", "Agentemis,BEACON", "Cobalt Strike", "2026-11-21 01:00:00", "75", "${compromised}", "", "CobaltStrike,cs-watermark", "0", "abuse_ch"\n`;

  it('reads every type of indicator despite the space after each comma', async () => {
    const text = `${banner('ThreatFox IOCs: recent additions - CSV format')}${header}${line('198.51.100.23:9443', 'ip:port', 'botnet_cc')}${line('c2.example', 'domain', 'botnet_cc')}${line('https://evil.example/a.php', 'url', 'payload_delivery', 'True')}${line('A'.repeat(64), 'sha256_hash', 'payload')}`;
    const { entries, asOf } = await readText(readThreatfox, text);
    expect(asOf).toBe('2026-11-22');
    const shared = {
      what: 'listing',
      reference: 'https://threatfox.abuse.ch/ioc/1877000/',
      confidence: 75,
      first: '2026-11-20',
      last: '2026-11-21',
    };
    const tags = ['Cobalt Strike', 'CobaltStrike', 'cs-watermark'];
    expect(entries).toEqual([
      {
        ...shared,
        subject: { type: 'ip', address: '198.51.100.23' },
        category: 'c2',
        tags: ['Cobalt Strike', 'port 9443', 'CobaltStrike', 'cs-watermark'],
      },
      { ...shared, subject: { type: 'domain', name: 'c2.example' }, category: 'c2', tags },
      {
        ...shared,
        subject: { type: 'url', url: 'https://evil.example/a.php', host: 'evil.example' },
        category: 'malware',
        tags: ['Cobalt Strike', 'compromised', 'CobaltStrike', 'cs-watermark'],
      },
      { ...shared, subject: { type: 'hash', value: 'a'.repeat(64) }, category: 'malware', tags },
    ]);
  });

  it('reads the columns by their names, in whatever order', async () => {
    const text = '"tags", "ioc_value", "ioc_type"\n"x", "c2.example", "domain"\n';
    expect((await readText(readThreatfox, text)).entries).toEqual([
      { what: 'listing', subject: { type: 'domain', name: 'c2.example' }, tags: ['x'], reference: '' },
    ]);
  });
});

describe('SSLBL', () => {
  it('reads certificates by SHA-1', async () => {
    const text = `${banner('abuse.ch SSLBL SSL Certificate Blacklist (SHA1 Fingerprints)')}# Listingdate,SHA1,Listingreason
2026-11-20 06:17:52,4da14224452c1fe61f46b1112c43ecfd9f322c82,Rhadamanthys C&C
2026-11-19 06:16:33,B331526A0949F88CE218555EDF1060C4A02DE5A2,Gozi malware distribution
2026-11-19 06:16:33,xyz,Gozi C&C
# END (3 entries)
`;
    const read = await readText(readSslbl, text);
    expect(read.entries.slice(0, 2)).toEqual([
      {
        what: 'listing',
        subject: { type: 'certificate', value: '4da14224452c1fe61f46b1112c43ecfd9f322c82' },
        category: 'c2',
        tags: ['Rhadamanthys C&C'],
        reference: 'https://sslbl.abuse.ch/ssl-certificates/sha1/4da14224452c1fe61f46b1112c43ecfd9f322c82/',
        first: '2026-11-20',
      },
      expect.objectContaining({ category: 'malware' }),
    ]);
    expect(reasonsOf(read)).toEqual(['Not a certificate fingerprint: 40 or 64 hex digits are expected.']);
  });
});

describe('Feodo Tracker', () => {
  it('reads servers, with the header as a line of its own or in a comment', async () => {
    const data = '"2026-01-17 07:30:05","192.0.2.205","443","online","2026-11-21","Dridex"\n# END (1 entries)\n';
    const header = '"first_seen_utc","dst_ip","dst_port","c2_status","last_online","malware"\n';
    const comment = '# first_seen_utc,dst_ip,dst_port,c2_status,last_online,malware\n';
    for (const head of [header, comment]) {
      const { entries } = await readText(readFeodo, `${banner('abuse.ch Feodo Tracker')}${head}${data}`);
      expect(entries).toEqual([
        {
          what: 'listing',
          subject: { type: 'ip', address: '192.0.2.205' },
          category: 'c2',
          tags: ['Dridex', 'port 443', 'online'],
          reference: 'https://feodotracker.abuse.ch/browse/host/192.0.2.205/',
          first: '2026-01-17',
          last: '2026-11-21',
        },
      ]);
    }
  });

  it('rejects a line whose address cannot be written into a URL', async () => {
    const { entries } = await readText(readFeodo, `dst_ip,malware\nx${'\u{10000}'.repeat(30)},Dridex\n`);
    expect(entries).toMatchObject([{ what: 'reject' }]);
  });
});
