// What each finding looks like, drawn over the range that docs/findings.md describes.
import { lookalikes } from './lookalikes.ts';
import { PlantedWorld } from './planted-world.ts';

const issuers = ['Commodore Trust', 'Larch Authority', 'Northstar CA'] as const;
/** Days before the end of the records: no planted case is older. */
const oldest = 1200;

/** A world with so many cases of each finding, and as many ordinary things that look like them. The same on every call. */
export function plantedWorld(casesEach: number): PlantedWorld {
  const world = new PlantedWorld();
  for (const [detector, plant] of Object.entries(planters))
    for (let at = 0; at < casesEach; at += 1) world.cases.push({ detector, subjects: plant(world) });
  for (const add of lookalikes) for (let at = 0; at < casesEach; at += 1) add(world);
  return world;
}

const planters: Readonly<Record<string, (world: PlantedWorld) => readonly string[]>> = {
  'fast-flux': fastFlux,
  'name-server-takeover': takeover,
  'shadowed-names': shadowing,
  'short-lived-hijack': hijack,
  'registration-burst': registrations,
  'dangling-records': dangling,
  'change-of-owner': newOwner,
  'bad-small-block': smallBlock,
};

function fastFlux(world: PlantedWorld): string[] {
  const domain = world.domain();
  const names = world.pick([domain], [domain, `www.${domain}`], [`${world.label()}.${domain}`]);
  const homes = world.times(world.count(7, 30), () => world.network());
  const ttl = world.pick(0, 60, 120, 300, 600) || 30;
  world.seen('NS', domain, `ns1.${domain}`, 29, 0);
  for (const name of names)
    for (let at = world.count(14, 80); at > 0; at -= 1) {
      const from = world.between(1, 29);
      const home = homes[at % homes.length] ?? 0;
      world.seen('A', name, world.address(home), from, Math.max(0, from - world.between(0.02, 4)), { ttl });
    }
  return names;
}

function takeover(world: PlantedWorld): string[] {
  const [owner, usual] = [world.domain(), world.domain()];
  const domains = world.times(world.count(1, 4), () => world.domain());
  if (world.unit() < 0.5) world.list(owner, world.pick('malware', 'phishing', 'c2'), world.between(1, 200));
  else {
    const ended = world.between(20, 300);
    const registration = { created: ended + 730, expires: ended, registrar: 'Registrar 7' };
    world.whois(owner, { ...registration, looked: ended + 100 });
    world.whois(owner, { ...registration, looked: world.between(1, ended - 5) });
  }
  for (const domain of domains) {
    const from = world.between(60, oldest);
    world.seen('A', domain, world.address(world.network()), from, world.between(0, 5));
    world.seen('NS', domain, `ns1.${usual}`, from, world.between(0, 5));
    world.seen('NS', domain, `dns.${owner}`, from, world.between(0, 20));
  }
  return domains;
}

function shadowing(world: PlantedWorld): string[] {
  const home = world.network();
  const block = world.count(0, 15) * 256;
  const addresses = world.times(world.count(1, 4), () => world.address(home, block + world.count(1, 254)));
  const start = world.between(8, 400);
  return world.times(world.count(6, 20), () => {
    const domain = world.domain();
    world.site(domain, world.otherNetwork(home), start + world.between(120, 900), world.between(0, 5));
    for (let at = world.count(2, 9); at > 0; at -= 1) {
      const from = start - world.between(0, 5);
      const address = world.pick(addresses[0] ?? '', ...addresses);
      world.seen('A', `${world.label()}.${domain}`, address, from, Math.max(0, from - world.between(0.2, 20)));
    }
    return domain;
  });
}

function hijack(world: PlantedWorld): string[] {
  const domain = world.domain();
  const home = world.network();
  const since = world.between(200, oldest);
  world.site(domain, home, since, world.between(0, 4));
  const name = `${world.pick('mail', 'vpn', 'webmail', 'portal')}.${domain}`;
  world.seen('A', name, world.address(home), since, world.between(0, 4));
  const [usual, other] = world.pick([issuers[0], issuers[1]], [issuers[1], issuers[2]], [issuers[2], issuers[0]]);
  const lifetime = world.pick(90, 365);
  for (let from = since - 1; from > 0; from -= lifetime - 30 + world.between(-3, 3))
    world.certificate([name, domain, `www.${domain}`], usual, from, lifetime);
  const from = world.between(20, since - 60);
  const to = from - world.between(0.1, 5);
  const away = world.otherNetwork(home);
  world.seen('A', name, world.address(away), from, to);
  if (world.unit() < 0.4) world.seen('NS', domain, `ns1.${world.domain()}`, from, to);
  world.certificate([name], other, world.between(to, from));
  return [domain];
}

function registrations(world: PlantedWorld): string[] {
  const servers = [1, 2].map((at) => `ns${at}.host${world.count(1, 40)}.test`);
  const day = world.between(3, 350);
  const registrar = `Registrar ${world.count(0, 299)}`;
  return world.times(world.count(12, 24), () => {
    const domain = world.domain();
    world.whois(domain, {
      looked: Math.max(0, day - world.between(0, 3)),
      created: day,
      expires: day - 365,
      registrar,
      servers,
    });
    if (world.unit() < 0.5) world.seen('A', domain, world.address(world.network()), day, Math.max(0, day - 10));
    return domain;
  });
}

function dangling(world: PlantedWorld): string[] {
  const [domain, owner] = [world.domain(), world.domain()];
  const since = world.between(300, oldest);
  world.site(domain, world.network(), since, world.between(0, 5));
  const type = world.pick('CNAME', 'CNAME', 'MX');
  const name = type === 'MX' ? domain : `${world.label()}.${domain}`;
  const target = `${world.label()}.${owner}`;
  const ended = world.between(50, 200);
  const perDay = world.between(1, 30);
  world.seen(type, name, target, since, world.between(0, 25), { perDay });
  world.seen('A', target, world.address(world.network()), since, ended, { perDay });
  if (world.unit() < 0.4) {
    const registration = { created: since + 20, expires: ended, registrar: 'Registrar 3' };
    world.whois(owner, { ...registration, looked: world.between(2, ended - 5) });
  }
  return [domain];
}

function newOwner(world: PlantedWorld): string[] {
  const domain = world.domain();
  const home = world.network();
  const [since, at] = [world.between(500, oldest), world.between(10, 380)];
  const former = {
    registrar: `Registrar ${world.count(0, 99)}`,
    org: `Former owner of ${domain}`,
    servers: ['ns1.host1.test'],
  };
  const present = {
    registrar: `Registrar ${world.count(100, 199)}`,
    org: `Owner of ${domain}`,
    servers: ['ns1.host2.test'],
  };
  const isNew = world.unit() < 0.6;
  const [expired, parked] = isNew ? [at + world.between(2, 60), at + world.between(0, 60)] : [at - 200, at];
  for (let looked = since - 1; looked > at; looked -= world.between(60, 200))
    world.whois(domain, { looked, created: since, expires: expired, ...former });
  world.whois(domain, { looked: at - world.between(0, 8), created: isNew ? at : since, expires: at - 365, ...present });
  world.site(domain, home, since, parked, 'host1.test');
  world.site(domain, world.otherNetwork(home), at - world.between(0, 3), world.between(0, 5), 'host2.test');
  return [domain];
}

function smallBlock(world: PlantedWorld): string[] {
  const home = world.network();
  const first = world.count(0, 63) * 64;
  const [badShare, listedShare, briefShare] = [
    world.between(0.82, 1),
    world.between(0.65, 0.95),
    world.between(0.55, 0.95),
  ];
  const active = world.count(10, 60);
  for (let at = 0; at < active; at += 1) {
    const address = world.address(home, first + at);
    const isBad = at < Math.ceil(active * badShare);
    if (isBad && world.unit() < 0.5) world.list(address, world.pick('malware', 'c2', 'phishing'), world.between(1, 60));
    for (let names = world.count(3, 25); names > 0; names -= 1) {
      const domain = world.domain();
      const from = world.between(1, 85);
      const isBrief = isBad && world.unit() < briefShare;
      world.seen(
        'A',
        domain,
        address,
        isBrief ? from : from + 100,
        isBrief ? Math.max(0, from - world.between(0.5, 40)) : world.between(0, 20),
      );
      if (isBad && world.unit() < listedShare)
        world.list(domain, world.pick('malware', 'phishing', 'spam'), world.between(0, 40));
    }
  }
  return [`${world.address(home, first)}/26`];
}
