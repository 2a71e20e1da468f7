// Ordinary things that resemble the findings in part; no detector may find them.
import type { PlantedWorld } from './planted-world.ts';

/** A name balanced by a CDN: many addresses, a short TTL, few networks, and many names on each address. */
function contentNetwork(world: PlantedWorld): void {
  const homes = world.times(3, () => world.network());
  const addresses = world.times(24, (at) => world.address(homes[at % homes.length] ?? 0));
  for (let names = 30; names > 0; names -= 1) {
    const name = `www.${world.domain()}`;
    for (const address of addresses) {
      const from = world.between(2, 29);
      world.seen('A', name, address, from, world.between(0, from), { ttl: 60 });
    }
  }
}

/** A platform whose customers' shops get one name each, over months. */
function platform(world: PlantedWorld): void {
  const home = world.network();
  const address = world.address(home);
  for (let customers = world.count(20, 60); customers > 0; customers -= 1) {
    const domain = world.domain();
    const from = world.between(5, 700);
    world.site(domain, world.otherNetwork(home), from + world.between(100, 600), world.between(0, 5));
    world.seen('A', `shop.${domain}`, address, from, world.between(0, 5));
  }
}

/** A site that moves to another host, with a new certificate, and stays there; or is tested there for days with a renewed one. */
function move(world: PlantedWorld): void {
  const domain = world.domain();
  const home = world.network();
  const since = world.between(300, 900);
  const at = world.between(20, 200);
  const away = world.address(world.otherNetwork(home));
  for (let from = since; from > 0; from -= 60) world.certificate([domain, `www.${domain}`], 'Larch Authority', from);
  const returns = world.unit() < 0.5;
  world.seen('A', domain, world.address(home), since, returns ? 1 : at);
  world.seen('A', domain, away, at, returns ? at - 3 : 1);
  if (!returns) world.certificate([domain], 'Northstar CA', at);
}

/** A brand in many zones, registered on one day. */
function brand(world: PlantedWorld): void {
  const [label] = world.domain().split('.');
  const [day, registrar] = [world.between(5, 300), `Registrar ${world.count(0, 299)}`];
  const servers = ['ns1.brands.test', 'ns2.brands.test'];
  for (const zone of ['com', 'net', 'org', 'info', 'biz', 'de', 'fr', 'nl', 'it', 'es', 'pl', 'se', 'at', 'ch', 'be'])
    world.whois(`${label}.${zone}`, { looked: day - 1, created: day, expires: day - 365, registrar, servers });
}

/** A registration that was renewed late, of a domain that others depend on, and a transfer that kept its records. */
function renewal(world: PlantedWorld): void {
  const [owner, domain] = [world.domain(), world.domain()];
  const [since, ended] = [world.between(500, 1000), world.between(60, 200)];
  const servers = [`ns1.${owner}`, `ns2.${owner}`];
  const at = { created: since, servers };
  world.whois(owner, { ...at, looked: ended - 5, expires: ended, registrar: 'Registrar 1', org: 'Before' });
  world.whois(owner, { ...at, looked: ended - 40, expires: ended - 365, registrar: 'Registrar 2', org: 'After' });
  for (const name of [owner, domain]) world.site(name, world.network(), since, 1, owner);
  world.seen('CNAME', `www2.${domain}`, `pages.${owner}`, since, 1);
  world.seen('A', `pages.${owner}`, world.address(world.network()), since, 2);
}

/** A target that is looked up rarely and was last seen some time ago. */
function rareTarget(world: PlantedWorld): void {
  const [domain, owner] = [world.domain(), world.domain()];
  world.seen('CNAME', `old.${domain}`, `site.${owner}`, 400, world.between(0, 20), { perDay: 0.02 });
  world.seen('A', `site.${owner}`, world.address(world.network()), 400, world.between(60, 90), { perDay: 0.02 });
}

/** A /26 of ordinary hosting in which a third of the addresses have listed names, which stay. */
function hosting(world: PlantedWorld): void {
  const home = world.network();
  const first = world.count(0, 63) * 64;
  for (let at = 0; at < 40; at += 1) {
    const address = world.address(home, first + at);
    if (world.unit() < 0.2) world.list(address, 'malware', 20);
    for (let names = world.count(3, 25); names > 0; names -= 1) {
      const domain = world.domain();
      world.seen('A', domain, address, world.between(100, 900), world.between(0, 30));
      if (world.unit() < 0.15) world.list(domain, 'phishing', 10);
    }
  }
}

/** Each adds one ordinary thing to a world. */
export const lookalikes = [contentNetwork, platform, move, brand, renewal, rareTarget, hosting] as const;
