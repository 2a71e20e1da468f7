// The vocabulary of the fictional internet. None of the people, companies and places exist.

const split = (text: string): readonly string[] => text.trim().split(/\s+/);

export const FIRST_WORDS = split(`
  amber april autumn birch bold brass bright brook calm cedar clear cobalt copper coral crisp dawn deep delta dusk early
  east elm ember fair far fern first flint forest fresh gentle gold grand green grey happy hazel high hollow honey indigo
  iron ivory jade jolly keen kind lake lark late light lilac lime linen little lunar maple marble mellow mild mint misty
  modern moss new nimble noble north oak ocean olive open orchid pale pearl pine plain plum prime quick quiet rapid raven
  red ridge river rose royal ruby sage salt sand silver sky slate small snow soft solar spruce stone sunny swift tall teal
  tidy timber topaz true upper velvet violet warm west wild willow winter wise`);

export const SECOND_WORDS = split(`
  acre anchor arch atelier bakery barn basket bay beacon bench bicycle board boat books bottle bridge button cabin canvas
  cargo chair chapel clinic clock cloud coach coast coffee compass corner cottage craft crane dental design desk dock door
  dairy farm feather ferry field finance foods forge garden gate glass grove guild hall harvest hill house kitchen ladder
  lane leather ledger letter logistics loft market meadow media mill motors museum music nest office optics orchard paper
  park path pottery press print quarter quay road roof room school shop signal spark sport spring stable station stories
  street studio sushi table tailor tea theatre tools tower toys trail travel valley vista wagon wharf wheel window works yard`);

export const SUFFIX_WORDS = split(
  'online group labs team web hq direct co digital world global now shop plus hub club',
);

export const GIVEN_NAMES = split(`
  Alma Anders Beatriz Bruno Carmen Daria Dimitri Elif Emil Farah Gita Hanna Idris Ines Jonas Kaori Lars Leila Marek Mira
  Nadia Nils Olga Otto Paula Quentin Rania Ravi Sana Stefan Tamsin Tomas Uma Viktor Wanda Yara Yusuf Zoe`);

export const FAMILY_NAMES = split(`
  Abernay Bellweather Castellan Dunmore Eskildsen Farrowby Grantley Hollister Ingelsen Jarvinen Kowalenko Lindqvarn
  Marchetti-Rowe Nakamori Oduya Pellerin Quistgaard Rosmarin Sandoval-Reyes Thackery Ulvestad Vandermolen Whitlock Yilmazer`);

export const CITIES = split(`
  Elmhaven Port-Selwyn Brackwater Nordhavn-Lille Castrovila Alderbrook Sandquay Nieuwmeer Oberlinden Villamar Kirkstowe
  Lakenholt Mirabella Tarnfold Westergate`);

export const STREETS = split('Mill Harbour Station Orchard Chapel Foundry Canal Meadow Lantern Granary Ferry Quarry');

export const SERVER_LABELS = split('srv host vps node web s box');

export const HOST_LABELS = split(`
  api dev staging shop blog cdn static img portal vpn remote git status docs support intranet app m webmail autodiscover
  ftp test crm erp files media news old beta admin`);
