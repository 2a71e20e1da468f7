// How much a name looks like words that people choose. A model of letter pairs: for each letter, how often each other
// letter follows it in the list below, a sample of typical names. It is small on purpose: it separates `quietbrook`
// from `xkqzvbtpwj`, but does not distinguish two made-up words.

const words = `
  about account action active advice africa agency air album alert alliance alpha amber america analytics animal answer apple
  archive area art asia atlas auction auto avenue baby back bank bar base bath beach bean beauty bed bell berry best beta bike
  bird black blog blue board boat body book border boston box brain branch brand bread bridge bright broad brook brother brown
  build building business butter button cafe cake call camera camp canada candle capital car card care cargo carpet case cash
  castle cat center central chain chamber change channel charity chat cheap check chef chicken child china chocolate choice
  church city class classic clean clear click client climate clinic clock cloud club coach coast coffee collect college color
  comfort commerce community company compare computer concept connect construct consult contact content control cook cool
  copper corner cost cotton council country course court cover craft creative credit cross crown crystal culture custom cycle
  daily dance data dating deal dealer dear deep delivery dental depot design desk diamond digital dinner direct discount
  district doctor dog dollar door double down dragon dream dress drink drive dynamic eagle early earth east easy eat education
  electric element elite email empire energy engine english enjoy enter equity estate europe event exchange expert explore
  express face factory fair family fan farm fashion fast father field film final finance find fire first fish fitness five
  flash flight floor flower fly focus food football force foreign forest form forum found fox frame free fresh friend front
  fruit fuel full fun fund furniture future galaxy gallery game garden gas gate gear general gift girl glass global gold golf
  good grace grand graph gray great green grid ground group grow guard guide hair half hand happy harbor hardware harmony
  hat health heart heat heaven help herald heritage hero high hill history holiday home honest honey hope horizon horse
  hospital hosting hotel hour house hub human hunter ice idea image impact index india industry info inn inside institute
  insurance integral interior international internet invest iron island italy jewel job journal journey juice jump junior
  just kernel key kid king kitchen knight label lady lake land language large laser latin law lawyer leader leaf league learn
  leather legal letter level liberty library life light lime line link lion list little live living local lock lodge logic
  login london long look love lucky lunar machine magazine magic mail main maker mall man manage maple marine market marketing
  master match matrix matter media medical meet member memory mental metal metro micro mile milk mind mini mirror mobile
  model modern money monitor moon morning motor mountain mouse movie music national native natural nature navy near net
  network new news next night noble north note novel now number nurse ocean offer office oil old olive one online open optical
  orange orbit order organic original outdoor outlet owl oxygen page paint palace panel paper paradise parent park partner
  party pass path patient pay peace pearl people perfect pet phone photo physical picture pilot pine pink pixel pizza place
  plan planet plant plastic platform play plaza plus pocket point policy pool portal power practice premium press price prime
  print private product professional profile program project promo property protect public pure quality queen quest quick
  quiet radio rail rain ranch rapid reach read ready real record red region relax remote rent repair report rescue research
  resort response restaurant retail review rich ride right ring river road robot rock roof room root rose royal rush safe sage
  sail sale salon salt sand save school science score scout sea search season secret secure security seed select senior
  service shadow share sharp shed shell shine ship shirt shoe shop shore short show side sign silver simple sister site
  sky sleep smart smile smooth snow social soft software solar solution song source south space spark special speed spirit
  sport spot spring square staff stage standard star start state station stay steel step stock stone stop storage store
  storm story strategy stream street strong student studio study style success sugar summer summit sun super supply support
  sure surf sweet swift system table tail talent talk target tea teach team tech technology temple tennis texas text theater
  theme therapy think thunder ticket tiger timber time tiny title today tool top total touch tour tower town toy track trade
  traffic trail train transfer travel treasure tree trend tribe trip true trust turbo twin union unique united unity
  universal update urban user valley value vault vector venture victory video view village vintage virtual vision vital
  voice walk wall wallet warm watch water wave wealth wear weather web wedding week welcome well west whale wheel white
  whole wild wind window wine wing winner winter wisdom wise wolf woman wonder wood word work world write yacht year yellow
  yoga young zebra zero zone
`;

const following = countPairs(words.trim().split(/\s+/));

/** P(next letter | letter) in the word list, with one imagined occurrence of every pair so that none is impossible. */
function pairProbability(letter: string, next: string): number {
  const counts = following.get(letter);
  // digits and other characters have no typical successor: all 36 are equally likely
  if (!counts) return 1 / 36;
  return ((counts.get(next) ?? 0) + 1) / (counts.total + 26);
}

interface Counts extends ReadonlyMap<string, number> {
  readonly total: number;
}

function countPairs(list: readonly string[]): ReadonlyMap<string, Counts> {
  const maps = new Map<string, Map<string, number> & { total: number }>();
  for (const word of list) {
    for (let index = 0; index + 1 < word.length; index += 1) {
      const [letter = '', next = ''] = [word[index], word[index + 1]];
      const counts = maps.get(letter) ?? Object.assign(new Map<string, number>(), { total: 0 });
      counts.set(next, (counts.get(next) ?? 0) + 1);
      counts.total += 1;
      maps.set(letter, counts);
    }
  }
  return maps;
}

/** How likely the text of a name is. Probabilities are 0 to 1, rounded to four digits. */
interface NameProbability {
  /** Of each pair of neighbouring characters; hyphens separate. Empty for a name of single characters. */
  readonly pairs: readonly number[];
  /** Their mean; 0 when there is none. */
  readonly average: number;
  /** dga_probability_score: 0 (reads like words) to 100 (reads like machine-made text). */
  readonly score: number;
}

// Where names lie: words have a mean pair probability of 0.07 and more, uniformly random letters one of 0.039.
const wordLike = 0.075;
const randomLike = 0.035;
/** With fewer pairs than this, the score is scaled down. */
const enoughPairs = 7;

/**
 * Scores the label that the registrant chose: for 'login.quietbrook.example' pass 'quietbrook'. Labels in Punycode are to be
 * passed in their Unicode form; letters outside a to z count as unlikely.
 */
export function nameProbability(label: string): NameProbability {
  const pairs = label
    .toLowerCase()
    .split(/[-_]+/)
    .flatMap((part) => Array.from(part.slice(1), (next, index) => pairProbability(part[index] ?? '', next)));
  const average = pairs.length === 0 ? 0 : pairs.reduce((sum, pair) => sum + pair, 0) / pairs.length;
  const unlikely = Math.min(1, Math.max(0, (wordLike - average) / (wordLike - randomLike)));
  const certainty = Math.min(1, pairs.length / enoughPairs);
  return { pairs: pairs.map(round), average: round(average), score: Math.round(100 * unlikely * certainty) };
}

function round(probability: number): number {
  return Math.round(probability * 10_000) / 10_000;
}
