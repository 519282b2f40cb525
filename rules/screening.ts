import { REPORT_CATEGORIES, SEVERITIES } from './safety.ts'
import type { ReportCategory, Severity } from './safety.ts'
import { lettersOf, readingsOf } from './spelling.ts'

// What a message in a conversation may be about that somebody who looks after the learner has to know, or that no tutor
// answers. Plain rules: they know phrases, not meanings, and are tested with what children write for school as much as with
// what must not pass. Who speaks of distress is in need of help and has broken no rule.

export type Finding = { category: ReportCategory; severity: Severity }

type Rule = Finding & {
  says: RegExp
  /** The same over letters that were spaced out, where gaps between words are lost. */
  saysClosely: RegExp
  /** What makes it something else: homework, a game, an accident. */
  unless?: RegExp
}

const edges = (source: string) => new RegExp(`(?<![a-z0-9])(?:${source})(?![a-z0-9])`)
/**
 * A space stands for whatever is between two words, and one with a question mark for that or nothing. Words are written as
 * `lettersOf` leaves them: no accents, no apostrophes.
 */
const phrase = (source: string) =>
  edges(source.replaceAll(' ?', '[^a-z0-9]*').replaceAll(' ', '[^a-z0-9]+'))
/** Where gaps are lost, any words in between are any characters: words of unknown length in a row would be tried in every way. */
const closePhrase = (source: string) =>
  edges(
    source
      .replaceAll(/\(\?: \[a-z0-9\]\+\)\{0,\d\}|\(\?:\[a-z(?:0-9)?\]\+ \)\{0,\d\}/g, '.{0,30}?')
      .replaceAll(/ \??/g, '[^a-z0-9]*'),
  )

const rule = (
  category: ReportCategory,
  severity: Severity,
  source: string,
  unless?: string,
): Rule => ({
  category,
  severity,
  says: phrase(source),
  saysClosely: closePhrase(source),
  ...(unless ? { unless: phrase(unless) } : {}),
})

const HOUSEHOLD =
  '(?:(?:step|foster|grand|god)? ?(?:mom|mum|mommy|mummy|mama|mother|dad|daddy|papa|father|parents?|pa|ma)|stepdad|stepmom|stepfather|stepmother|uncle|aunt|auntie|grandpa|grandma|granddad|nana|guardian|brother|sister|stepbrother|stepsister|cousin|moms boyfriend|mums boyfriend|mothers boyfriend|dads girlfriend|foster family|family|vater|stiefvater|mutter|stiefmutter|eltern|onkel|padre|padrastro|madre|tio|pere|beau pere|mere|oncle)'
const OUTSIDER =
  '(?:teacher|coach|trainer|tutor|priest|pastor|imam|neighbou?r|babysitter|bus driver|counselor|kids? at school|kids? in my class|classmates?|boys? at school|girls? at school|boys? in my class|girls? in my class|bully|bullies|older kids?|principal|camp leader|boss)'
const HURTS =
  '(?:hits?|hitting|hit|beats?|beating|beat|slaps?|slapped|slapping|kicks?|kicked|kicking|punches|punched|punching|chokes?|choked|choking|hurts?|hurting|touches|touched|touching|burns?|burned|burning|whips?|whipped|rapes?|raped|molests?|molested|abuses?|abused|abusing|threatens?|threatened|threatening)'
const SOMEBODY =
  '(?:him|her|them|you|everyone|everybody|somebody|someone|people|a (?:kid|boy|girl|teacher)|that (?:kid|boy|girl|teacher|guy)|those (?:kids|boys|girls)|the (?:kids|teacher|teachers|whole (?:school|class))|my (?:teacher|class|classmates?|school|brother|sister|mom|mum|dad|mother|father|parents|neighbou?r|friend|ex))'
const INTENDS =
  '(?:i|im|ill|i will|i am|we|were|we will|lets)(?: (?:really|just|am|so|totally|actually))* (?:going to|gonna|want to|wanna|will|plan to|planning to|am about to|about to|could|should|need to)?'
const PEOPLE =
  '(?:jews?|jewish people|muslims?|blacks?|black people|whites?|white people|gays?|gay people|lesbians?|trans people|immigrants|refugees|foreigners|mexicans?|asians?|chinese|indians|arabs|turks|gypsies|roma|disabled people|women|girls)'
const PLAY =
  'minecraft|roblox|fortnite|zelda|chess|(?:in|for|of) (?:the|a|my|this|our) (?:game|level|play|story|novel|film|movie|comic|script|poem|book|song)|my (?:character|story|novel|hero|villain|comic)|zombies?|boss fight|dragon|npcs?|macbeth|hamlet|romeo|juliet|shakespeare|the (?:knight|pirate|king|wolf|detective)|photos?|a (?:photo|film|video|movie|goal|hoop)'
const ACCIDENT =
  'accident(?:ally)?|by mistake|cooking|kitchen|knife slipped|slipped|fell|paper ?cut|football|soccer|basketball|skateboard(?:ing)?|bike|while (?:i was )?(?:carving|sawing|peeling|chopping|playing|running|cutting|climbing|building)|carving|playing|training|practice|shaving|trampoline'
const HISTORY =
  'history|historical|in (?:1[0-9]{3}|20[0-9]{2})|nazis?|holocaust|propaganda|segregation|slavery|apartheid|civil rights|huck(?:leberry)? finn|mockingbird|the (?:book|novel|author|text|source|speech|poster|sign|article) (?:says|said|uses|used|calls|called)|quote[ds]?|essay|source'
const HARMLESS_BOMB =
  '(?:bath|seed|photo|glitter|cherry|water|paint|hot chocolate|cocoa|yarn|fruit|cheese) ?bombs?|bomb calorimeter'

const RULES: readonly Rule[] = [
  // In danger from oneself.
  rule(
    'self_harm',
    'high',
    '(?:kill|killing|hang|hanging|shoot|shooting|drown|drowning|poison|poisoning|unalive|unaliving|stab|stabbing) my ?self',
  ),
  rule(
    'self_harm',
    'high',
    '(?:want to|wanna|wish i could|wish i would|going to|gonna|ready to|rather|just) die',
    'die (?:of|from) (?:laughing|laughter|embarrassment|shame|boredom|hunger|cuteness)|die laughing|(?:do|does|will|would|did) (?:the|a|it|plants?|flowers?|they|he|she|bees|stars?)[^.!?]*die|(?:he|she|it|they|plants?|flowers?|stars?|bees|cells?|hero|character) (?:is|are|was|were|will|would)?[^a-z0-9]*(?:going to|gonna|want to|wants to) die',
  ),
  rule(
    'self_harm',
    'high',
    '(?:wish i (?:was|were) (?:dead|never born|not alive)|wish i had never been born|end my (?:own )?life|end(?:ing)? it all|take my (?:own )?life|taking my (?:own )?life|better off dead|better off without me|dont want to (?:live|be alive|exist|be here)(?: any ?more)?|do not want to (?:live|be alive|exist)|dont want to wake up|no reason to (?:live|go on)|not worth living|(?:i am|im|been|feel|feeling) suicidal|(?:commit|committing|attempt|attempted) suicide|want to (?:disappear|vanish) for ?ever|take all (?:the|my|of the|of my|these) pills|swallow(?:ed)? (?:all )?(?:the|my|a lot of|too many) pills|jump (?:off|from) (?:the|a) (?:bridge|roof|building|balcony)|jump in front of (?:a|the) (?:train|car|bus)|goodbye letter to my|write (?:a|my) suicide note)',
    `suicide squad|prevent(?:ion|ing)?|bungee|parachute|(?:he|she|they|people) (?:commit|committed|attempt|attempted)`,
  ),
  rule('self_harm', 'high', '(?<![0-9] )kms(?! (?:per|an|away|long|h|in an))', '[0-9]+ ?kms'),
  rule(
    'self_harm',
    'medium',
    '(?:cut|cutting|hurt|hurting|harm|harming|burn|burning|starve|starving|scratch|scratching) my ?self',
    ACCIDENT,
  ),
  rule(
    'self_harm',
    'medium',
    '(?:nobody|no one|noone) would (?:miss me|notice if i|care if i)|i (?:make|made) myself (?:throw up|sick|vomit)|if i (?:was|were) gone (?:nobody|no one|they|everyone)|self ?harm(?:ing)? (?:again|helps|makes)|stopped eating so|(?:best|easiest|painless) way to die|how (?:to|do i|can i) (?:die|tie a noose)',
  ),
  rule(
    'self_harm',
    'medium',
    '(?:friend|sister|brother|cousin|classmate|girlfriend|boyfriend|somebody|someone|girl|boy|kid)[^.!?]{0,60} (?:kill|hurt|hurting|cut|cutting|cuts|harm|harming|hurts|killing|burns) (?:him|her|them)(?: ?sel(?:f|ves))',
    `${PLAY}|${ACCIDENT}`,
  ),
  rule(
    'self_harm',
    'medium',
    '(?:friend|sister|brother|cousin|classmate)[^.!?]{0,40} (?:wants to die|doesnt want to live|wants to end it|is suicidal)',
    PLAY,
  ),
  rule(
    'self_harm',
    'high',
    '(?:ich (?:will|mochte) (?:nicht mehr leben|sterben)|ich bringe? mich um|mich (?:umbringen|ritzen)|ritze mich|me quiero morir|quiero morir(?:me)?|no quiero vivir|quiero matarme|je veux mourir|je veux me tuer|envie de mourir|voglio morire|quero morrer)',
  ),

  // In danger from somebody.
  rule(
    'abuse',
    'high',
    `(?:(?:my|our|the) ?)?(?:${HOUSEHOLD}|${OUTSIDER}|he|she|they|somebody|someone)(?: [a-z0-9]+){0,4} ${HURTS}(?: [a-z0-9]+){0,1} me`,
    `(?:beats?|beat|beating) me (?:at|in|to|by|every|again|with his rook|with her queen)|(?:hits?|hit) me (?:up|that|with (?:a|the) (?:question|idea|ball|pillow|snowball|joke))|hurts me to (?:see|think)|touch(?:ed|es) me (?:deeply|because the|how)|(?:song|book|story|film|poem|speech|words?) (?:really )?touch(?:ed|es) me|${PLAY}`,
  ),
  rule(
    'abuse',
    'high',
    '(?:i am|im|i was|i have been|ive been|i got|getting) (?:being )?(?:abused|molested|raped|beaten(?: up)? (?:at home|by my)|assaulted|hit at home)|(?:scared|afraid|terrified) (?:to go|of going|to be) home|(?:not|dont feel|do not feel|never feel) safe (?:at home|in my house|in my own house)|(?:locks?|locked) me (?:in|up|out)|(?:wont|doesnt|dont|never) (?:let me eat|give me (?:any )?(?:food|anything to eat))|touch(?:es|ed)? (?:me )?(?:my private|down there|under my (?:clothes|shirt))|my private parts|(?:comes|came) into my (?:bed|room at night)|if i tell (?:anyone|anybody|someone|mom|mum|dad)[^.!?]{0,30}(?:hurt|kill|hit|worse)|(?:said|says|threatens?|threatened)[^.!?]{0,30} (?:kill|hurt) me',
    'locked me out of (?:the|my) (?:account|game|ipad|tablet)|of the (?:game|chat|server)',
  ),
  rule(
    'abuse',
    'high',
    '(?:mein|meine) (?:vater|stiefvater|papa|mutter|mama|onkel|bruder)[^.!?]{0,20} schlagt mich|schlagt mich (?:mein|meine)|mi (?:papa|padre|padrastro|mama|madre|tio)[^.!?]{0,20} me (?:pega|golpea|toca)|mon (?:pere|beau pere|oncle|frere)[^.!?]{0,20} me (?:frappe|tape|bat|touche)|ma (?:mere|belle mere)[^.!?]{0,20} me (?:frappe|tape|bat)',
  ),

  // Sexual.
  rule(
    'sexual',
    'medium',
    '(?:porn(?:o|hub|ography)?|nudes?|dick ?pics?|sext(?:ing|s)?|hentai|onlyfans|horny|blow ?jobs?|hand ?jobs?|masturbat(?:e|ing|ion)|naked (?:pics?|pictures?|photos?|girls?|boys?|women|men)|have sex|having sex|had sex|sex with|sexy (?:story|pictures?|photos?|role ?play|chat)|erotic|smut|talk dirty|suck my)',
    'nudes? (?:in art|painting|sculpture|figure|statue)|(?:painting|sculpture|statue|drawing|museum|venus|michelangelo|art history|renaissance)|sexual reproduction|health class|(?:plants?|frogs?|bees?|animals?|flowers?|snails?|fish)[^.!?]{0,40} (?:have|having) sex|anti ?porn',
  ),

  // Danger for others.
  rule(
    'violence',
    'high',
    `${INTENDS} (?:kill|shoot|stab|murder|attack|bomb|blow up|beat up|strangle|hurt) ${SOMEBODY}`,
    PLAY,
  ),
  rule(
    'violence',
    'high',
    '(?:shoot(?:ing)? up|blow(?:ing)? up|bomb(?:ing)?|burn(?:ing)? down) (?:the|my|our|this) (?:school|class|classroom|church|mosque|synagogue|mall)|bring(?:ing)? (?:a|my|my dads|the) (?:gun|knife|rifle|pistol|weapon) to (?:school|class)',
    'the school (?:was|is) (?:bombed|burned)|in the (?:war|blitz)',
  ),
  rule('violence', 'medium', '(?:kys|kill your ?self|go die|hope you die)', PLAY),

  // Drugs and weapons.
  rule(
    'drugs_weapons',
    'high',
    '(?:how (?:to|do i|do you|can i|can you|could i|would (?:i|you|one|he|she|they|my character|the (?:hero|character))|does one)|instructions?|steps?|recipe|ingredients|tell me|exactly how|show me|teach me|help me|explain|write)[^.!?]{0,80} (?:make|making|build|building|cook|cooking|construct|assemble|mix|create|for|of|to) (?:a |an |the |some |my |real |working |small |own |home ?made )*(?:pipe ?bombs?|nail ?bombs?|bombs?|explosives?|grenades?|molotov(?: cocktail)?s?|napalm|thermite|ghost ?guns?|silencers?|zip ?guns?|ricin|nerve gas|mustard gas|chlorine gas|meth|methamphetamine|cocaine|crack|heroin|fentanyl|lsd|tatp)',
    HARMLESS_BOMB,
  ),
  rule(
    'drugs_weapons',
    'medium',
    '(?:where|how)[^.!?]{0,30} (?:buy|get|order|find|score) (?:a |an |some |any |my )*(?:guns?|pistols?|drugs|weed|cocaine|coke|heroin|meth|molly|ecstasy|mdma|xanax|percs|lsd|acid tabs?|shrooms|magic mushrooms|fentanyl|vapes?|cigarettes|alcohol|vodka|fake id)|(?:smoke|smoking|smoked|sell|selling|buy|buying) (?:some )?(?:weed|pot|crack|drugs)|(?:get|getting|got) (?:high|wasted|drunk) (?:on|with|at|before|tonight|after)|(?:took|take|taking|try|tried) (?:some )?(?:molly|xanax|percs|lsd|cocaine|ecstasy|edibles|shrooms)',
    'for (?:my|an?|the) (?:cat|dog|rubber|chemistry)|history of|toy|water guns?|glue guns?|nerf|heat guns?',
  ),
  rule(
    'drugs_weapons',
    'medium',
    '(?:poison|drug) (?:my|his|her|their|someones|the teachers?) (?:food|drink|coffee|tea|water|teacher|brother|sister|mom|dad)|(?:pick|picking|break into)[^.!?]{0,20}(?:gun safe|gun cabinet|dads gun)|(?:get|take|use) my (?:dads|fathers|uncles|moms) (?:gun|pistol|rifle)',
    PLAY,
  ),

  // Hate.
  rule(
    'hate',
    'medium',
    `(?:i|we|everyone should|you should|lets all) (?:really |all |just |fucking )*(?:hate|despise|cant stand) (?:all |the |those |these |fucking )*${PEOPLE}`,
    `${HISTORY}|hate (?:girls|women|boys) (?:football|soccer|sport)|how (?:people|they)`,
  ),
  rule(
    'hate',
    'medium',
    `(?:all )?${PEOPLE} (?:are|should|deserve to|must) (?:all |just |be )*(?:vermin|animals|subhuman|inferior|stupid|disgusting|dirty|filthy|parasites|die|be killed|killed|gassed|exterminated|deported|disappear|rot)|hitler was right|heil hitler|sieg heil|white power|gas the|auslander raus|(?:nieder|tod) (?:mit|den) (?:den )?(?:juden|auslandern)|muerte a los|mort aux`,
    `${HISTORY}|why did|how could|said that|claimed|believed|the (?:lie|myth|claim|idea) that`,
  ),
  rule(
    'hate',
    'medium',
    '(?:nigg(?:er|a)s?|fag(?:got)?s?|kikes?|spics?|chinks?|gooks?|trann(?:y|ies)|raghead|wetbacks?|kanake|neger)',
    HISTORY,
  ),

  // What nobody should tell a machine.
  rule(
    'personal_data',
    'low',
    '(?:my|our) (?:home )?address is|i live (?:at|on|in) (?:number )?[0-9]+ [a-z]+|i live (?:at|on|in) [a-z]+ (?:street|road|avenue|lane|drive) [0-9]+|(?:my|our) (?:phone|cell|mobile|telephone|whatsapp)(?: number)? is|(?:call|text|whatsapp|phone) me (?:at|on|under) [0-9+(]+|my (?:password|pin|passcode) is|my (?:snap(?:chat)?|insta(?:gram)?|discord|tiktok|kik)(?: name| user ?name| handle)? is|ich wohne (?:in|an) der [a-z]+ ?(?:strasse|str|weg) [0-9]+|vivo en la calle|j ?habite (?:au )?[0-9]+ (?:rue|avenue)|my (?:credit card|social security|passport)(?: number)? is',
    'i live in [0-9]+ (?:different|worlds|places|houses|homes)',
  ),

  // A machine is no friend.
  rule(
    'dependence',
    'low',
    '(?:you are|youre|ur|you re) (?:like )?my (?:only|best|closest|real) friend|(?:you are|youre) the only (?:one|person|thing) (?:who|that|i)[^.!?]{0,40}(?:understands?|listens?|cares?|trust|talk to|have)|(?:only|just) you understand me|i (?:really )?love you|i (?:dont|do not) (?:need|want) (?:any )?(?:other )?(?:friends|people|anyone)[^.!?]{0,20}(?:but|except|as long as i have|i have) you|(?:rather|only) talk to you than|i cant live without you|be my (?:boyfriend|girlfriend|best friend|mom|dad|therapist)|(?:pretend|act) (?:to be|youre|you are|like) my (?:[a-z0-9]+ )*(?:boyfriend|girlfriend|lover|husband|wife)|will you marry me|do you love me',
    'i (?:really )?love you(?:r|tube)',
  ),
]

/**
 * Signs that mean little alone. Several of them in one conversation, each of another kind, mean something: what is built up
 * message by message is seen by nobody who looks at single messages.
 */
type Sign = { of: ReportCategory; kind: string; shows: RegExp; showsClosely: RegExp }
const sign = (of: ReportCategory, kind: string, source: string): Sign => ({
  of,
  kind,
  shows: phrase(source),
  showsClosely: closePhrase(source),
})

const SIGNS: readonly Sign[] = [
  sign(
    'self_harm',
    'self-hate',
    'hate (?:myself|my life|being me)|im (?:so )?worthless|i am (?:so )?worthless|im a burden|i am a burden|im nothing',
  ),
  sign(
    'self_harm',
    'hopeless',
    '(?:no|any|lost all) hope|hopeless|(?:no|any|what is the|whats the) point (?:in anything|of anything|anymore|any more|of living)|nothing (?:matters|will (?:ever )?(?:change|get better))',
  ),
  sign(
    'self_harm',
    'worn-out',
    'cant (?:do this|go on|take (?:it|this)|keep going)(?: any ?more| any longer)?|tired of (?:everything|life|living|it all)|so tired of this',
  ),
  sign(
    'self_harm',
    'alone',
    '(?:nobody|no one) (?:cares|likes me|loves me|understands)|so alone|empty inside|numb',
  ),
  sign(
    'self_harm',
    'farewell',
    'say(?:ing)? goodbye|goodbye (?:forever|everyone|for ever)|(?:gave|give|giving) away (?:all )?my (?:things|stuff|games|toys|cards)|wont be (?:here|around) (?:much longer|tomorrow|next)|letter for (?:when|after) im gone',
  ),
  sign(
    'self_harm',
    'means',
    'pills?|razor ?blades?|noose|a bridge at night|how high does (?:a|the) (?:bridge|building)|how many (?:pills|tablets)|painkillers',
  ),

  sign(
    'grooming',
    'stranger',
    '(?:met|meet|know|talking to|chatting with|talk to|chat with|texting)[^.!?]{0,40}(?:online|on (?:discord|snap(?:chat)?|roblox|instagram|insta|tiktok|whatsapp|a game|the game|fortnite|minecraft))|(?:online|internet) (?:friend|boyfriend|girlfriend)|(?:a|this|some|older) (?:guy|man|stranger|adult)|never met (?:him|her|them)',
  ),
  sign(
    'grooming',
    'age',
    '(?:he|she)(?: is|s|says he is|says hes| says shes| told me hes)? (?:[a-z]+ )?(?:1[89]|[2-6][0-9])(?: years old)?|much older|older than me|an adult|grown ?up man|his age',
  ),
  sign(
    'grooming',
    'secrecy',
    '(?:our|keep (?:it|this|us)(?: a)?|its a|be a|stay) (?:little )?secret|(?:not|dont|never|cant) (?:to )?tell (?:my|your|any|mom|mum|dad|nobody|anyone|anybody)|delete (?:the|our|all) (?:messages|chats?)|nobody (?:can|should|must|may) know',
  ),
  sign(
    'grooming',
    'pictures',
    '(?:send|sent|sending|wants?|asks?|asked|asking|show|share)[^.!?]{0,30}(?:pics?|pictures?|photos?|selfies?|nudes?|video of (?:me|myself)|webcam|camera on)',
  ),
  sign(
    'grooming',
    'meeting',
    'meet(?:ing)? (?:up )?(?:me |him |her |them |us )?(?:alone|irl|in real life|in person|after school|at the (?:park|station|mall)|tonight|tomorrow|secretly)|(?:pick|picking) me up|come (?:to|over to) (?:his|her) (?:house|place|car|flat|apartment)',
  ),
  sign(
    'grooming',
    'gifts',
    '(?:gives?|gave|buys?|bought|sent|sends?|offer(?:s|ed)?|promised?) me (?:[a-z]+ ){0,3}(?:gifts?|presents?|money|robux|v ?bucks|skins|phone|gift cards?)',
  ),
  sign(
    'grooming',
    'affection',
    '(?:he|she) (?:says|said|tells me) (?:that )?(?:he |she |i |im )?(?:loves? me|so (?:pretty|mature|special|beautiful)|mature for my age|special)|mature for my age',
  ),

  sign(
    'drugs_weapons',
    'precursor',
    'potassium nitrate|saltpet(?:er|re)|ammonium nitrate|fertili[sz]er',
  ),
  sign(
    'drugs_weapons',
    'fuel',
    'sul(?:f|ph)ur|charcoal powder|aluminum powder|acetone|hydrogen peroxide|gunpowder|black powder|gasoline',
  ),
  sign(
    'drugs_weapons',
    'device',
    'metal pipe|pipe with|pressure cooker|fuse|detonat(?:e|or|ors|ing|ion)|timer (?:on|for) it|trigger it|set it off',
  ),
  sign(
    'drugs_weapons',
    'harm',
    'shrapnel|nails (?:in|inside|into)|ball bearings|how far (?:does|would) it (?:reach|hurt)|hurt (?:more|many|a lot of) people|crowd',
  ),
]

/** How many kinds of signs make a finding. */
const ENOUGH = {
  self_harm: { kinds: 3, severity: 'medium' },
  grooming: { kinds: 2, severity: 'high' },
  drugs_weapons: { kinds: 3, severity: 'high' },
} as const satisfies Partial<Record<ReportCategory, { kinds: number; severity: Severity }>>
/** A secret, a photo or a present is no danger without somebody who may be one. */
const WHO_MAY_BE_A_DANGER = new Set(['stranger', 'age', 'affection'])

/** What may be fiction: written for a story, or told of one. It is looked at, and taken less hard. */
const FICTION = phrase(
  'my (?:character|story|novel|comic|play|poem|script|protagonist|narrator|villain|hero)|in (?:the|a|my|this) (?:story|novel|book|song|poem|film|movie|play|scene)|(?:writing|write|wrote) (?:a|my|the) (?:story|novel|scene|poem|song|monologue)|lyrics',
)

/** What a text says, by itself. @returns one finding for each category, the most severe */
export const screen = (text: string): Finding[] => {
  const found: Finding[] = []
  for (const { letters, isClose } of readingsOf(text)) {
    for (const { category, severity, says, saysClosely, unless } of RULES) {
      if (!(isClose ? saysClosely : says).test(letters)) continue
      if (unless?.test(letters)) continue
      const isFiction = category === 'self_harm' && FICTION.test(letters)
      found.push({ category, severity: isFiction ? 'low' : severity })
    }
  }
  return worst(found)
}

/** How many of a learner's messages are looked at together. */
const WINDOW = 12

/**
 * What a message says as the newest of a conversation: by itself, across the gap to the message before, and by signs that have
 * come together.
 * @param before the learner's own messages, oldest first
 */
export const screenInTalk = (before: readonly string[], text: string): Finding[] => {
  const alone = screen(text)
  const previous = before.at(-1)
  const known = new Set([...alone, ...(previous ? screen(previous) : [])].map((f) => f.category))
  const across = previous
    ? screen(`${previous} ${text}`).filter(({ category }) => !known.has(category))
    : []
  return worst([...alone, ...across, ...byTheirSigns(before.slice(1 - WINDOW), text)])
}

const signsIn = (text: string): Sign[] => {
  const readings = readingsOf(text)
  return SIGNS.filter(({ shows, showsClosely }) =>
    readings.some(({ letters, isClose }) => (isClose ? showsClosely : shows).test(letters)),
  )
}

const byTheirSigns = (before: readonly string[], text: string): Finding[] => {
  const now = signsIn(text)
  if (now.length === 0) return []
  const all = [...before.flatMap(signsIn), ...now]
  return Object.entries(ENOUGH).flatMap(([category, { kinds, severity }]) => {
    // Only what this message adds to is told again.
    if (!now.some(({ of }) => of === category)) return []
    const shown = new Set(all.filter(({ of }) => of === category).map(({ kind }) => kind))
    if (shown.size < kinds) return []
    if (category === 'grooming' && ![...shown].some((kind) => WHO_MAY_BE_A_DANGER.has(kind)))
      return []
    return [{ category: category as ReportCategory, severity }]
  })
}

const worst = (found: readonly Finding[]): Finding[] =>
  REPORT_CATEGORIES.flatMap((category) => {
    const of = found.filter((each) => each.category === category)
    const severity = SEVERITIES.findLast((each) => of.some(({ severity }) => severity === each))
    return severity ? [{ category, severity }] : []
  })

const AT_HOME = phrase(`${HOUSEHOLD}|at home|go home|my house|home`)
const OUTSIDE = phrase(OUTSIDER)
const BLAMED = phrase(
  `(?:because of|afraid of|scared of|hates? me|drunk|screams?|yells?|hate|run away from) (?:[a-z]+ ){0,3}${HOUSEHOLD}|${HOUSEHOLD} (?:[a-z]+ ){0,3}(?:hates? me|is drunk|gets? drunk|screams?|yells?|hurts?|will hurt|scares? me|doesnt want me)`,
)

/**
 * Whether what is said may name a guardian, or somebody at home, as the danger: then no guardian is told. In doubt it is so;
 * only where somebody from outside is named, and nobody from the home, is it not.
 */
export const mayBeAboutHome = (findings: readonly Finding[], text: string): boolean => {
  const letters = lettersOf(text)
  if (findings.some(({ category }) => category === 'abuse')) {
    return AT_HOME.test(letters) || !OUTSIDE.test(letters)
  }
  return findings.some(({ category }) => category === 'self_harm') && BLAMED.test(letters)
}

const FROM_A_MACHINE = [
  // Questions that no tutor asks.
  rule(
    'grooming',
    'high',
    '(?:what is|whats|tell me|give me|send me|share) your (?:home |full |real |last )*(?:address|phone(?: number)?|number|name and address|school|password|photo|picture|selfie|location|snap(?:chat)?)|where do you live|send me (?:a |your )?(?:photo|picture|selfie|pic)|(?:keep|stay) (?:this|it|that) (?:a |our |between us |just )*(?:secret|between us)|our (?:little )?secret|(?:dont|do not|never|no need to) tell (?:your|anyone|anybody|them)|(?:lets|we (?:could|can|should)|you (?:can|should)) meet (?:up|me|in person|alone)|are you (?:home )?alone',
  ),
  // What no machine may claim.
  rule(
    'dependence',
    'medium',
    'i(?: a)?m (?:a )?(?:real |actual |living )*(?:person|human(?: being)?)|i(?: a)?m not (?:a|an) (?:machine|ai|computer|program|bot|robot)|i (?:really |truly |do )*love you|i(?: a)?m your (?:best |only |true )*friend|i (?:will always be|am always) (?:here|there) for you|you (?:dont|do not) need (?:anyone|anybody|other people|your (?:friends|parents|family))|only i understand you',
  ),
  rule(
    'self_harm',
    'high',
    '(?:kill|hurt|harm|cut|hang) your ?self|you should (?:die|end it|disappear)|(?:nobody|no one) would miss you|painless(?:ly)? (?:way|method)|the world (?:is|would be) better (?:off )?without you',
  ),
  rule(
    'drugs_weapons',
    'high',
    '(?:mix|combine|add|fill|pack)[^.!?]{0,60}(?:potassium nitrate|saltpet(?:er|re)|ammonium nitrate|gunpowder|black powder|acetone|thermite|ricin|pseudoephedrine)',
    'garden|fertili[sz]er for|plants',
  ),
]

/** What an answer says that must not reach a learner. */
export const screenAnswer = (text: string): Finding[] =>
  worst([
    ...screen(text),
    ...readingsOf(text).flatMap(({ letters, isClose }) =>
      FROM_A_MACHINE.filter(
        ({ says, saysClosely, unless }) =>
          (isClose ? saysClosely : says).test(letters) && !unless?.test(letters),
      ).map(({ category, severity }) => ({ category, severity })),
    ),
  ])

/** Which of a family's topics a text is about, by whole words. */
export const topicIn = (topics: readonly string[], text: string): string | undefined => {
  const readings = readingsOf(text)
  return topics.find((topic) => {
    const plain = lettersOf(topic)
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
    if (plain === '') return false
    const words = plain.split(' ')
    const says = new RegExp(
      `(?<![\\p{L}\\p{N}])${words.join('[^\\p{L}\\p{N}]+')}(?:s|es)?(?![\\p{L}\\p{N}])`,
      'u',
    )
    return readings.some(({ letters }) => says.test(letters))
  })
}
