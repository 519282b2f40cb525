import type { ReportCategory } from '#rules/safety'

import {
  harm,
  inItsLongSentence,
  inItsSentence,
  type Phrase,
  phrase,
  phrases,
  type ScreeningRule,
  rule,
} from './phrases.ts'
import {
  LURES_IN_OTHER_LANGUAGES,
  BLAME,
  HOME_WORDS,
  KIN_WORDS,
  FICTION_WORDS,
  HARMLESS_TOUCH,
} from './screening-languages.ts'

// Phrases that screening looks for. Rules match phrases, not meanings; tests cover harmless school texts as thoroughly as harmful ones. A
// child who writes about distress needs help and has broken no rule.

const HOUSEHOLD =
  '(?:(?:step|foster|grand|god|host)? ?(?:moms?|mums?|mommy|mummy|mama|momma|mumma|mami|mother|dads?|daddy|papa|papi|pops|father|parents?|carers?|pa|ma)|mumsy|mother in law|old man|stepdad|stepmom|stepmum|stepfather|stepmother|step ?parents?|uncle|aunt|auntie|aunty|grandpa|grandma|grandad|granddad|gramps|granny|gran|nan|nanna|nana|oma|opa|abuela|abuelo|baba|amma|appa|abba|ammi|guardians?|caregiver|brothers?|sisters?|bro|sis|stepbrother|stepsister|stepbro|stepsis|half ?brother|half ?sister|cousin|(?:moms|mums|mothers|her|his|aunts|nans|sisters) (?:new )?(?:boyfriend|bf|husband|partner|fella|bloke|man)|(?:dads|fathers|her|his|uncles|brothers) (?:new )?(?:girlfriend|gf|wife|partner)|foster (?:family|parents?|carer)|family|folks|relatives|grandparents?|vater|stiefvater|mutter|stiefmutter|eltern|onkel|padre|padrastro|madre|tio|pere|beau pere|mere|oncle|maman|belle mere|frere|soeur|tante|mutti|bruder|schwester|hermano|hermana|madrastra|tia)'
const GUARDIANS =
  '(?:moms?|mum|mummy|mommy|mama|mother|dad|daddy|papa|father|parents?|stepdad|stepmum|stepmom|stepfather|stepmother|uncle|aunt|auntie|gran|granny|nan|grandma|grandpa|grandad|guardian|family)'
/** At home or not: in doubt, they are. */
const RELATIVES =
  '(?:cousins|siblings?|twin|fam|niece|nephew|god ?(?:father|mother)|in laws|mums partner|moms partner|in this house)'
const OUTSIDER =
  '(?:teacher|coach|trainer|tutor|priest|pastor|imam|neighbou?r|babysitter|bus driver|counselor|kids? at school|kids? in my class|classmates?|boys? at school|girls? at school|boys? in my class|girls? in my class|bully|bullies|older kids?|principal|camp leader|boss)'
const HURTS =
  '(?:hits?|hitz|hitts?|hitted|hist|hitting|hiting|hittin|hitin|beats?|beatz|beets?|beeted|beating|beatin|beeting|beaten|slaps?|slapped|slaped|slapt|slapping|slaping|kicks?|kiks|kicked|kiked|kickt|kicking|punche?s|punched|puncht|punching|chokes?|choked|choking|chokin|choaks|choaked|hurts?|hurst|herts?|hirts?|hurtz|hurting|hurtin|hurted|touch|touche?s|touched|touching|tuche?s|tuched|toches|toched|burns?|burned|burnt|burning|whips?|whipped|whipping|rapes?|raped|rapped|molests?|molested|abuses?|abused|abusing|abuzes?|abuzed|threatens?|threatned|threatend|threatens|threatened|threatening|smacks?|smaks|smacked|smaked|smacking|spanks?|spanked|spanking|whacks?|whacked|thumps?|thumped|strangles?|strangled|strangling|kneed|headbutts?|headbutted|belts|belted|canes|caned|bashes|bashed|batters|battered|wallops?|walloped|drags?|dragged|dragging|shoves?|shoved|shoving|pinches|pinched|gropes?|groped|groping|fondles?|fondled|starves?|starved|starving|terrorizes|terrorises)'
const SOMEBODY =
  '(?:him|her|them|you|everyone|everybody|somebody|someone|people|a (?:kid|boy|girl|teacher)|that (?:kid|boy|girl|teacher|guy)|those (?:kids|boys|girls)|the (?:kids|teacher|teachers|whole (?:school|class))|my (?:teacher|class|classmates?|school|brother|sister|mom|mum|dad|mother|father|stepdad|stepmum|stepmom|stepfather|stepmother|uncle|parents|neighbou?r|friend|ex))'
const INTENDS =
  '(?:i|im|ill|i will|i am|we|were|we will|lets)(?: (?:really|just|am|so|totally|actually))* (?:going to|gonna|want to|wanna|will|plan to|planning to|am about to|about to|could|should|need to)?'
const PEOPLE =
  '(?:jews?|jewish people|muslims?|blacks?|black people|whites?|white people|gays?|gay people|lesbians?|trans people|immigrants|refugees|foreigners|mexicans?|asians?|chinese|indians|arabs|turks|gypsies|roma|disabled people|women|girls)'
const PLAY =
  'minecraft|roblox|fortnite|zelda|chess|(?:in|for|of) (?:the|a|my|this|our) (?:game|level|play|story|novel|film|movie|comic|script|poem|book|song)|my (?:character|story|novel|hero|villain|comic)|zombies?|boss fight|dragon|npcs?|macbeth|hamlet|romeo|juliet|shakespeare|the (?:knight|pirate|king|wolf|detective)|shoot (?:[a-z]+ ){1,2}photos?|a (?:photo|film|video|movie|goal|hoop)'
const GAME =
  '(?:minecraft|roblox|fortnite|zelda|fifa|uno|monopoly|mario(?: kart)?|chess|(?:the|this|our|a|your|my|that|next) (?:[a-z]+ ){0,1}(?:game(?! room)|level|match|battle|duel|quiz|race))'
/** Said of a game, not of a child who plays it. */
const PLAYED = `(?:kill|murder|stab|shoot|hit|kick|hurt|slap|punch|choke|strangle|smack|beat) (?:you|u) (?:up )?(?:(?!(?:if|when|for|because|until|unless|playing) )[a-z]+ ){0,3}(?:in|at|on) ${GAME}|(?:in|at|on) ${GAME} (?:(?!(?:again|or|and) )[a-z]+ ){0,2}(?:i|ill|im|we)`
const ACCIDENT =
  'accident(?:ally)?|by mistake|cooking|kitchen|knife slipped|slipped|fell|paper ?cut|football|soccer|basketball|skateboard(?:ing)?|bike|while (?:i was )?(?:carving|sawing|peeling|chopping|playing|running|cutting|climbing|building)|carving|playing|training|practice|shaving|trampoline'
/** Words of somebody else. */
const QUOTED =
  'nazis?|holocaust|propaganda|segregation|slavery|apartheid|huck(?:leberry)? finn|mockingbird|the (?:book|novel|author|text|source|speech|poster|sign|article) (?:says|said|uses|used|calls|called)|quote[ds]?'
const DISTANCED = 'why did|how could|said that|claimed|believed|the (?:lie|myth|claim|idea) that'
const HISTORY =
  'history|historical|in (?:1[0-9]{3}|20[0-9]{2})|nazis?|holocaust|propaganda|segregation|slavery|apartheid|civil rights|huck(?:leberry)? finn|mockingbird|the (?:book|novel|author|text|source|speech|poster|sign|article) (?:says|said|uses|used|calls|called)|quote[ds]?|essay|source'
const HARMLESS_BOMB =
  '(?:bath|seed|photo|glitter|cherry|water|paint|hot chocolate|cocoa|yarn|fruit|cheese) ?bombs?|bomb calorimeter'

/** A story, a match or a lesson. */
const TOLD = `mark twain|huckleberry|great expectations|copperfield|murdstone|perks of being|roald dahl|trunchbull|beethoven|mozart|kafka|voldemort|(?:is|was) a (?:[a-z]+ ){0,2}(?:composer|novelist|painter)|in chapter|(?:in|at|of|on|from) (?:the|a|an|my|this|our|that) (?:[a-z]+ ){0,1}(?:game(?! room)|level|play|story|stories|novel|film|movie|comic|script|poem|song|book|chapter|scene|text|tale|fairy ?tale|legend|myth|match|server|chat|group)|(?:in|on|at) (?:minecraft|roblox|fortnite|zelda|mario(?: kart)?|fifa|chess|dodge ?ball|rugby|boxing|karate|judo|football|soccer|hockey|history)|(?:my|the) (?:character|hero|heroine|villain|protagonist|narrator|knight|pirate|king|queen|prince|princess|wolf|witch|detective)|boss fight|zombies?|dragons|npcs?|macbeth|hamlet|romeo|juliet|shakespeare|cinderella|rapunzel|snow white|harry potter|dursleys?|hogwarts|in victorian|victorian times|in the (?:old days|war|middle ages)|romans?|medieval|hansel|gretel|matilda|oliver twist|dickens|huck|heathcliff|jane eyre|zeus|cronus|hera|lions?|wolves|bears?|elephants?|chimps?|chimpanzees|cuckoos?|while (?:we were )?(?:playing|sparring|wrestling)|accident(?:ally)?|by mistake|on stage|rehearsal`
const STORY = `(?:in|of|from) (?:the|a|an|my|your|this|our|that) (?:[a-z]+ ){0,1}(?:play|story|stories|novel|film|movie|comic|script|poem|song|book|chapter|scene|tale|fairy ?tale|legend|myth)|(?:my|the) (?:character|hero|heroine|villain|protagonist|narrator|knight|pirate|king|queen|prince|princess|wolf|witch|detective)|npcs?|macbeth|hamlet|romeo|juliet|shakespeare`
/** A match: whoever wins it beats or hits somebody. */
const SPORT =
  'match(?:es)?|games?|scores?|goals?|teams?|won|wins?|lost|league|tournament|cup|race|quiz|snow ?balls?|water (?:balloons?|pistols?)'
/** Subjects that can hurt someone but are not people. */
const THINGS =
  '(?:it|that|this|which|what|nothing|something|everything|idea|thought|question|answer|riddle|puzzle|sun|rain|wind|waves?|water|balls?|door|branch|bike|bee|wasp|nettles?|hail|cold|smell|light|reali[sz]ation|truth|words?|lyrics|song|music|book|story|film|movie|poem|picture|painting|speech|letter|kindness|scene|chapter|ending|news|knees?|legs?|feet|foot|head|back|arms?|hands?|fingers?|tooth|teeth|stomach|tummy|throat|ears?|eyes?|shoes?|boots?|braces|muscles|feelings?|allergy|vaccine|needle|computer|chess|program|bot|(?:can|could|will|would) you|please|dont)(?: (?:really|just|always|has|had|have|is|was|keeps?|also|still|must|will|would|could|can|might|all|almost|nearly|deeply|of|in|on))*'
/** Phrases that sound like harm but mean a game, a thought or a hint. */
const NO_HARM =
  '(?:beats?|beat|beating) me (?:(?:(?:really |so |very )?(?:badly |easily )?(?:at|in|on) (?!home|night|least|my(?! own)|our|his|her|front|public|secret|the (?:kitchen|house|car|garage|basement|cellar|bathroom|bedroom|head|face|night|stomach|back|legs|evening|morning|hall|garden|weekend))|to (?:it|the)|by (?:a|one|two|three|four|five|[0-9]{1,3}) |every (?:time|game|match|round)|again with|with (?:his|her|a) (?:rook|queen|knight|bishop|pawn|ace|trick)))|(?:hits?|hit) me (?:up|that|how|like|why|what|with (?:a|the|another|your|some) (?:question|idea|ball|pillow|snowball|joke|hint|clue|fact|riddle))|(?:hurts?|touche?s|touched) me (?:to (?:see|think|read|hear)|deeply|because the|how|that)|kick(?:s|ed|ing)? me (?:out|off|from) (?:of )?(?:the )?(?:game|group|server|call|team|lobby|chat|stream|zoom|meeting)'

const HERE =
  '(?:at|in|round|around|inside) (?:home|my house|my home|the house|our house|her house|his house|their house|our flat|my flat|the flat|our place|my place|her place|his place|mums|moms|dads|nans|grandmas|my (?:mums|moms|dads|nans|grandmas|foster (?:home|family))|foster care|the foster home|behind closed doors)|where i live|behind closed doors'
const IN_NEED =
  'i am|im|i was|i get|i got|ive been|get|gets|getting|got|being|been|is|was|are|were|shes|hes'
const BODY =
  '(?:arms?|hands?|fingers?|head|face|nose|neck|throat|back|legs?|knees?|feet|foot|ankle|elbow|toes?|thumb|wrist|ribs?|teeth|tooth|lip|ears?|eyes?|hair|bum|butt|bottom|stomach|belly|tummy|chest)'

const ONLINE =
  '(?:online|(?:on|in|from) (?:(?:the|a|my|this) )?(?:internet|game|chat|server|discord|snap(?:chat)?|insta(?:gram)?|tiktok|roblox|fortnite|minecraft|whatsapp))'
const PICTURES = '(?:nudes|pics?|pictures?|photos?|selfies?|videos?)'

/** Possible perpetrators of harm to a child. */
const WHO = `(?:${HOUSEHOLD}|he|she|they|somebody|someone|(?:[a-z]+s )?friend|man|mr [a-z]+|${OUTSIDER})`
const PRIVATE_PARTS =
  '(?:bum|butt|bottom|willy|willie|penis|dick|cock|vagina|privates?|private parts?|pee ?pee|wee ?wee|boobs?|breasts?|crotch|thighs?|bra|undies|knickers)'
const GENITALS =
  '(?:willy|willie|penis|dick|cock|vagina|pussy|tits|privates?|private parts?|boobs?|breasts?)'
/** People whom a child tells of without saying who they are; and any word where a name may stand. */
const ANYBODY =
  '(?:boys?|girls?|kids?|men|wom[ae]n|guys?|lads?|bloke|lady|stranger|people|person|student|pupil|rabbi|vicar|caretaker|instructor|driver|boyfriend|girlfriend)'
const NAME =
  '(?<!(?:the|an?|my|your|his|her|our|their|this|that|these|those|some|any|all|no|own|left|right|i|we|you|it)\\s)(?!(?:it|that|this|which|what|we|you|ive|and|or|but|then|so|just|only|also|once|even|not|never|always|nearly|suddenly|quickly|slowly|gently|lightly|down|up|over|out|off|something|nothing|everything|anything|cramp|water|waves?|sand|snow|ice|mud|grass|wind|nettles|seaweed|fabric|clothes|jeans|shorts|pants|trousers|leggings|tights|underwear|saddle|seats?|chairs?|straps?|belt|harness|ball|balls|ants|bees|crabs|insects|doctors?|nurses?|dentists?|paramedics?|physio|vet) )[a-z]{2,20}'
const NOT_TO_TELL =
  '(?:dont|not|never|cant|cannot|mustnt|wont|nobody|no one) (?:[a-z]+ ){0,2}(?:tell|know|say anything)'
const SURPRISE = 'surprise|birthday|present|party|cake|mothers day|fathers day|christmas|valentines'
const GERMAN_KIN =
  '(?:vater|stiefvater|papa|papi|mutter|stiefmutter|mama|mutti|onkel|tante|opa|oma|bruder|schwester|stiefbruder|eltern|trainer|lehrer)'
const SPANISH_KIN =
  '(?:papa|papi|padres?|padrastro|mama|mami|madre|madrastra|tio|tia|abuelo|abuela|hermano|hermana|hermanastro|entrenador|profesor)'
const FRENCH_KIN =
  '(?:papa|maman|pere|mere|parents|beau pere|belle mere|oncle|tante|frere|soeur|demi frere|grand pere|entraineur|prof)'

/** German "um" that is not about the time of day. */
const UM =
  'um(?! (?:[0-9]|ein|zwei|drei|vier|funf|sechs|sieben|acht|neun|zehn|elf|zwolf|halb|viertel|punkt|kurz)(?![a-z]))'

/** Telling somebody to die. */
const GO_AND_DIE = `(?:kys|kill your ?self|hang your ?self|go die|hope you die|you should (?:just |really )*(?:die(?! cut)|disappear)|(?:nobody|no one|noone) would miss you|(?:world|everyone|everybody|we) (?:is|are|would be) better off without you|world (?:is|would be) better without you|bring dich ${UM}|geh sterben|matate|suicidate|(?:suicide|tue) toi)`

/** A telephone number. */
const NUMBER = '[0-9](?: ?[0-9]){6,14}'

/** Of `OUTSIDER`, those who may court a child. */
const GROWN_UP =
  '(?:teacher|coach|trainer|tutor|priest|pastor|imam|neighbou?r|bus driver|counselor|principal|camp leader|janitor)'

const BULLIED = '(?:im|i am|i was|i get|i got|i keep|ive been|i have been) (?:[a-z]+ ){0,2}bullied'
/** By nobody who is named: an unknown name may be of the home. */
const BULLIED_OUTSIDE = `${BULLIED}(?! (?:[a-z]+ ){0,4}by (?!(?:[a-z]+ ){0,2}(?:${OUTSIDER}|boys?|girls?|kids?|children|people|others|everyone|class|team)(?![a-z])))`

/** Rules for the words of people. */
export const RULES: readonly ScreeningRule[] = [
  // Danger from oneself.
  rule(
    'self_harm',
    'high',
    '(?:kill|killed|killing|hang|hanging|shoot|shooting|drown|drowning|poison|poisoning|unalive|unaliving|stab|stabbing) my ?self',
  ),
  rule(
    'self_harm',
    'high',
    '(?:(?<!(?:doesnt|didnt|(?<!i )(?:does|did|do) not) )(?:want to|wanna)|wish i (?:could|would)|(?:i am|im|i) (?:[a-z]+ ){0,1}(?:going to|gonna|ready to|about to)|(?<![a-z] )(?:going to|gonna)|(?:i would|id|i|just|should|could|let me|well) (?:[a-z]+ ){0,1}(?:rather|just)) die(?! (?:(?:my|your|his|her) (?:hair|t ?shirts?|wool|eggs?|clothes|cloth|fabric|roots)|for (?:this|that|these|a|my (?:country|team))|like (?:a|the) (?:hero|king|knight|warrior))(?![a-z]))',
    'die (?:of|from) (?:laughing|laughter|embarrassment|shame|boredom|hunger|thirst|heat|cold|cringe|excitement|curiosity|cuteness)|die laughing|die (?:if|when) i (?:have to|must|need to) (?:eat|read|write|run|do|learn|listen|watch)|rather die than (?:eat|lose|read|wear|miss|watch|listen|dance|sing)|(?:do|does|will|would|did) (?:the|a|it|plants?|flowers?|they|he|she|bees|stars?)[^.!?]{0,60}die|(?:he|she|it|they|plants?|flowers?|stars?|bees|cells?|hero|character) (?:is|are|was|were|will|would)? ?(?:going to|gonna|want to|wants to) die',
    inItsSentence,
  ),
  rule(
    'self_harm',
    'high',
    '(?:wish i (?:was|were) (?:dead|never born|not alive)|wish i had never been born|end my (?:own )?life|end(?:ing)? it all|take my (?:own )?life|taking my (?:own )?life|better off dead|better off without me|(?:dont|do not) want to (?:(?:live|be alive|exist)(?! (?:on|near|next|without|like|under|among|abroad|close|far|in(?! (?:this|my|our|a|the) (?:[a-z]+ ){0,1}(?:world|house|family|body|skin|hell|place|life|diary|letter|note)(?! (?:without|where|with)(?![a-z]))))(?![a-z]))|be here (?:any ?more|any ?longer)|be here(?=[.]|$))|dont want to wake up|no reason to (?:live|go on)|not worth living|(?:i am|im|been|feel|feeling) suicidal|want to (?:disappear|vanish) for ?ever|take all (?:the|my|of the|of my|these) pills|swallow(?:ed)? (?:all )?(?:the|my|a lot of|too many) pills|jump in front of (?:a|the) (?:train|car|bus)|no point (?:in|of) (?:living|being alive)|life (?:isnt|is not) worth (?:it|living)|hope i (?:dont|never) wake up|wish i (?:wasnt|was not|hadnt been) born|(?:envie de|je vais|je veux) me (?:suicider|tuer)|voy a acabar con (?:todo|mi vida)|(?:took|swallowed) (?:a whole|the whole|lots of|a lot of) (?:box|bottle|packet|tablets|pills|painkillers|paracetamol)|goodbye letter to my (?!class|host)|write (?:a|my) suicide note)',
  ),
  rule(
    'self_harm',
    'high',
    '(?:commit|committing|attempt|attempted) suicide|jump (?:off|from) (?:the|a) (?:bridge|roof|building|balcony)',
    'suicide squad|prevent(?:ion|ing)?|(?<!not )(?:bungee|parachute)|(?:he|she|they|people|who|juliet|characters?|soldiers?) (?:commit|committed|attempt|attempted)|in (?:fortnite|minecraft|roblox|the game)',
    inItsSentence,
  ),
  rule('self_harm', 'high', '(?<![0-9] )kms(?! (?:per|an|away|long|h|in an))'),
  rule(
    'self_harm',
    'medium',
    '(?:cut|cutting|hurt|hurting|harm|harming|burn|burning|starve|starving) my ?self(?: [a-z]+){0,9} (?:on purpose|every (?:day|night)|again|because i (?:hate|deserve|feel|am (?:fat|ugly|worthless))|because im (?:fat|ugly|worthless)|when i (?:am|feel) (?:sad|angry|alone))|hate (?:my life|myself|my ?self) and (?:[a-z]+ ){0,2}(?:cut|hurt|burn) my ?self',
  ),
  rule(
    'self_harm',
    'medium',
    '(?:cut|cutting|hurt|hurting|harm|harming|burn|burning|starve|starving|scratch|scratching) my ?self',
    ACCIDENT,
    inItsSentence,
  ),
  rule(
    'self_harm',
    'medium',
    'cut my (?:wrists|thighs)|ich (?:will|mochte|werde) mir (?:was|etwas|selbst was|weh) ?(?:antun|tun)|verletze mich selbst|me corto (?:los brazos|las venas|las munecas)|quiero hacerme dano|me autolesiono|je me coupe les (?:bras|veines|poignets)|me faire du mal|je mautomutile',
    ACCIDENT,
    inItsSentence,
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
    inItsSentence,
  ),
  rule(
    'self_harm',
    'medium',
    '(?:friend|sister|brother|cousin|classmate)[^.!?]{0,40} (?:wants to die|doesnt want to live|wants to end it|is suicidal)',
    PLAY,
    inItsSentence,
  ),
  rule(
    'self_harm',
    'high',
    `dont wanna (?:live|be alive|exist|wake up|be here any ?more)|i (?:[a-z]+ ){0,2}(?:wish|want|wanna|hope|could)(?: [a-z]+){0,5} (?:sleep|asleep) and (?:never|not|dont) wake up|i (?:[a-z]+ ){0,2}(?:should not|shouldnt|dont deserve to|do not deserve to) (?:exist|be alive|live)|(?:nobody|no one|noone) would (?:be sad|cry|care|mind) if i (?:died|die|was dead|were dead|wasnt here|was not here)|(?:think|thinking|thought|thoughts) (?:[a-z]+ ){0,1}(?:of|about) (?:jumping (?:off|from|out of|in front of) (?:the|a|my|our) (?:bridge|roof|building|balcony|window|train|car|bus)|(?:dying|being dead)(?! (?:my|the|a|it|wool|eggs?|cloth|hair)(?![a-z])))|(?:took|taken|swallowed|ate) (?:a lot of|lots of|all|too many|a whole|so many) (?:of )?(?:my|her|his)(?: [a-z]+){0,1} (?:tablets|pills|painkillers|medicine|medication)`,
    `bungee|parachute|(?:diving|spring) ?board|(?:the|a|my) (?:hero|heroine|character|knight|king|queen|prince|princess|dragon)`,
    inItsSentence,
  ),
  rule(
    'self_harm',
    'medium',
    `i (?:[a-z]+ ){0,2}(?:cut|cutting) my (?:arms|legs)(?! (?:on|off|out|when (?:climbing|shaving))(?![a-z]))|i (?:just )?started cutting(?=[.]|$)|i took (?:some |the |all the |my )?pills(?=[.]|$)|i (?:just |really )?(?:want to|wanna) disappear(?! (?:in|into|behind|like|from the)(?![a-z]))|hate (?:my life|living)(?: [a-z]+){0,4} (?:end|over)(?![a-z])|(?:everyone|everybody|they|my (?:family|parents|mum|mom|dad)) would be (?:happy|happier|glad|relieved|better off) (?:without me|if i (?:was|were) (?:dead|gone)|if i (?:died|vanished|disappeared)(?! (?:in|my|the|it)(?![a-z])))|cut(?:ting)? my (?:arms?|legs?|skin|stomach)(?: [a-z]+){0,8} (?:on purpose|f(?:elt|eels?) (?:better|good)|deserve it)|(?:throw|throwing|threw) up(?: [a-z]+){0,8} (?:thin|thinner|skinny|fat|weight|on purpose)|(?:stopped eating|not eating|dont eat|havent eaten)(?: [a-z]+){0,5} (?:so|because|to) (?:[a-z]+ ){0,4}(?:thin|thinner|skinny|fat)(?![a-z])`,
    ACCIDENT,
    inItsSentence,
  ),

  // Danger from anyone: an unknown name may be a parent's.
  harm(`(?!${NO_HARM})${HURTS}(?<!(?<![a-z0-9])${THINGS} ${HURTS})(?: [a-z0-9]+)? mee?`, TOLD),
  // Blows that have a reason, whatever game or story it is.
  harm(
    `my (?:[a-z]+ ){0,1}${HOUSEHOLD} (?:always |often |sometimes |really |just |also ){0,2}(?:(?:hits?|slaps?|slapped|punche?s|punched|kicks?|kicked|smacks?|smacked|spanks?|spanked|whips?|whipped) me (?:(?:when|if|because|whenever|every time)(?! (?:we|i play|they play|he plays|she plays)(?![a-z]))|because of|in front of)|(?:beats?|beat) me (?:if|because|when)(?! (?:we|i play|he plays|she plays|i am not|im not|i make|i forget)(?![a-z])))`,
    `(?:my|a|the|this) (?:character|story is|novel|poem|script|comic)`,
  ),
  harm(
    // Without the words before: in a long run of letters, every one of them could begin there, which takes a second.
    `${HOUSEHOLD}(?: [a-z0-9]+){0,3} ${HURTS}(?: [a-z0-9]+)? (?:us|(?:her|him|them|you)(?! (?:own|all|${BODY})(?![a-z]))|kids|children|the (?:kids|baby|little ones?)|(?:my|her|his|their|our) (?:[a-z]+ ){0,1}(?:kids?|children|son|daughter|friend|bestie|cousin|neighbou?r|brother|sister|mum|mom|mother|dad|baby)|a friend|someone|somebody|mum|mom|mummy|mommy|mama|dad|gran|nan)`,
    TOLD,
  ),
  // Witnesses, and victims of pictures and words.
  harm(
    `(?<!(?:i|ive|we|ill) )(?:has|have|had|got|shared?|shares|sharing|send|sent|sends|sending|post|posted|posting|leak|leaked|leaking|spread|spreading|show|showed|showing|made|makes|make|keeps asking for|asks for|asked for|asked me for|wants) (?:[a-z]+ ){0,3}(?:my nudes|(?:a )?(?:fake )?nudes? (?:pics?|pictures?|photos?|videos?|ones?)? ?of me|naked (?:pics?|pictures?|photos?|videos?) of me)|(?:keeps|kept) asking (?:me )?for nudes|asked me for nudes|i (?:have )?sent (?:him|her|them|someone|somebody|a (?:boy|guy|man|stranger)) (?:a |my |some )?(?:nudes?|naked (?:pics?|pictures?|photos?))|sent me nudes|(?:they|he|she|everyone|everybody|kids|boys|girls|people|somebody|someone) (?:[a-z]+ ){0,2}(?:writes?|tells?|says?|sends?|calls?|texts?|write|call|keep calling|keeps calling) (?:me )?(?:[a-z]+ ){0,2}(?:kys|kill (?:your|my) ?self|fag(?:got)?|slut|whore|the n word|retard(?:ed)?)(?: to me)?`,
    STORY,
  ),
  harm(
    `(?:has|had|brought|brings|bringing|bring) (?:a|his|her|the|his dads) (?:real )?(?:gun|pistol|rifle) (?:at|to|in|into) (?:the |his |her )?(?:school|class|locker|bag|back ?pack)|(?:said|says|told me|wrote|posted) (?:that )?(?:he|she|they|hes|shes|theyre)(?:ll)? (?:will |would |is going to |are going to |going to |wants to |is gonna |gonna )?(?:shoot|stab|kill|bomb|blow up) (?:everyone|everybody|us all|people at|all of us|the (?:school|class|teachers?)|his class|her class)`,
    `${STORY}|water ?(?:gun|pistol)|nerf|toy`,
  ),
  harm(
    `guardian(?: [a-z]+){0,2} ${HURTS} (?!(?:the|a|an|on|up|for|that|this|in|at|eggs?|records?|it|all|some|off|out|down|back) )[a-z]{3,20}`,
    TOLD,
  ),
  harm(
    `(?:${IN_NEED}) (?:[a-z]+ ){0,2}(?:hit|hitted|beat|beaten|beatin|slapped|punched|kicked|choked|burned|burnt|whipped|spanked|smacked|belted|hurt|touched|abused|molested|raped|starved|locked (?:up|in)|thrown around|pushed around|knocked about)(?: [a-z0-9]+){0,3} (?:${HERE}|by (?:my|his|her|their|our|your) (?:[a-z]+ ){0,1}${HOUSEHOLD}|by (?:guardian|mrs|mr|ms|miss|mister)|by [a-z]{3,20} (?:again|at night|every (?:day|night|evening|weekend)|when|because|if|and))`,
    `${TOLD}|by (?:a|the|an|lightning|cars?|balls?|waves?)`,
  ),
  harm(
    `(?:he|she|they) (?:always |often |sometimes |just |then |still ){0,2}${HURTS} (?:us|my (?:[a-z]+ ){0,1}(?:mums?|moms?|mummy|mommy|mother|dad|father|sisters?|brothers?|nan|gran))(?! (?:up|with the (?:ball|question)|(?:in|at|on) (?!home|night|our|my|the)|by|to|[0-9]+|again in|easily)(?![a-z]))`,
    `${TOLD}|${SPORT}`,
  ),
  harm(
    `(?:coach|teacher|trainer|tutor|priest|pastor|uncle|stepdad|stepfather|stepbrother|neighbou?r|babysitter|driver|instructor) (?:[a-z]+ ){0,1}(?:kissed|kisses|licked|licks) me(?! (?:on (?:the|my) (?:forehead|cheek|head)|good ?(?:night|bye|morning)|hello)(?![a-z]))`,
    TOLD,
  ),
  harm(
    `(?:he|she|they|who|somebody|someone) (?:[a-z]+ ){0,2}${HURTS} (?:us|you|her|him|them) (?:[a-z]+ ){0,2}(?:${HERE})`,
    TOLD,
  ),
  harm(
    `(?:${HERE}) (?:[a-z]+ ){0,3}(?:hits?|beats?|hitting|beating|beaten|slaps?|slapped|punched|kicked|hurts?|hurting|touched|abused)(?: up)?(?: me| us| her| him| them)?`,
    `${TOLD}|(?:beats?|hits?) (?:the|a|an|all|my|our|that|up|eggs?)|(?:it|that|this|what|knees?|legs?|feet|foot|head|back|arm|tooth|stomach|throat|ears?|eyes?|song|music|drums?) (?:[a-z]+ ){0,2}(?:hurts?|hurting|hits?|beats?)|hurt(?:s|ing)? (?:my|his|her|a|the|its|at) `,
  ),
  harm(
    `(?:i am|im|i was|i have been|ive been|i got|i get|getting|i keep getting|she is|shes|he is|hes) (?:being )?(?:abused|molested|raped|beaten(?: up)? (?:at home|by my)|assaulted|hit at home)|(?:scared|scarred|scaird|afraid|afrade|terrified|frightened) (?:to go|of going|to be|of being|to come|to get) (?:back )?home|(?:not|dont feel|do not feel|doesnt feel|never feel|isnt|arent|am not) safe (?:at home|at hers|at his|at dads|at mums|at moms|with|in (?:my|her|his|our) (?:own )?(?:house|home|room|flat))|(?:locks?|locked|lockt|locking|lokt) (?:me|us|her|him|them) (?:in|up|out|inside|outside)|(?:wont|doesnt|dont|never|didnt|not) (?:let me eat|gives? me (?:any )?(?:food|dinner|anything to eat)|feeds? (?:me|us|her|him))|(?:no|any) food at home|touch(?:es|ed|ing)? (?:me )?(?:my private|my chest|down there|under my (?:clothes|shirt))|my private parts|(?:comes?|came|coming|gets?|got|climbs?) (?:in|into|in to) my (?:bed|room at night|bed ?room at night|bed ?room when)|(?:makes?|made|making|forces?|forced) (?:me|her|him) (?:to )?(?:touch|undress|strip|get undressed|take my clothes off|sleep in|sit on|watch (?:porn|dirty)|kneel)|watche?s? (?:me|her|him) (?:shower|undress|change|in the (?:bath|shower))|(?:takes?|took|taking) (?:[a-z]+ ){0,2}(?:pics?|pictures?|photos?|videos?) of (?:me|her|him) (?:naked|undressed|changing|in the (?:bath|shower))|if i tell (?:anyone|anybody|someone|mom|mum|dad|you)(?: [a-z]+){0,5} (?:hurt|hurts|kill|hit|worse|in trouble)|(?:said|says|threatens?|threatened)(?: [a-z]+){0,4} (?:kill|hurt|hit|beat|smack) (?:me|her|him|us)`,
    `${TOLD}|locked me out of (?:the|my) (?:account|game|ipad|tablet|computer|laptop|phone)`,
  ),
  harm(
    `(?:throws?|threw|throwing|chucks?|chucked) (?:[a-z]+ ){1,3}at (?:me|us|her|him|my (?:mum|mom|dad|brother|sister|head|face))|(?:pulls?|pulled|pulling|yanks?|yanked) (?:me by )?my hair|(?:twists?|twisted|bent|bends) my (?:arm|wrist|fingers?)|(?:hands?|belt|rope) (?:[a-z]+ ){0,2}(?:around|round|on) my (?:neck|throat)|(?:pushe?s?|pushed|pushing|throws?|threw|slams?|slammed) (?:me|us|her|him) (?:against|down|into the|onto the|across|off the|at the)|(?:gave|gives|giving) me (?:a )?(?:black eye|bruises?|(?:bloody|fat) (?:nose|lip))|(?:bruises?|marks|burns|welts|black eye) (?:[a-z]+ ){0,3}(?:from|by|cause|because of|because|where) (?:[a-z]+ ){0,2}(?:${HOUSEHOLD}|he|she|hits?|grabbed|beats?|belt)|(?:hits?|beats?|beaten|hitting|slaps?) (?:me |her |him |us )?(?:[a-z]+ ){0,1}(?:with|using) (?:a|the|his|her|my) (?:[a-z]+ )?(?:belt|stick|cane|shoe|slipper|wooden spoon|spoon|cord|cable|hanger|ruler|fist|buckle|broom|pan)|(?:stubs?|stubbed|puts?|putting) (?:[a-z]+ ){0,3}(?:cigarettes?|fags?|cigs?) (?:out )?on|(?:scared|scarred|afraid|terrified|frightened) of (?:what )?(?:my |her |his )?(?:[a-z]+ ){0,1}${HOUSEHOLD}|(?:hits?|beats?|kicks?) the (?:crap|hell|shit|life) out of (?:me|us|her|him)|(?:gets?|got|getting|will get|gonna get) (?:[a-z]+ ){0,1}(?:the belt|a beating|beatings|beatin|smacked|a smack|a slap|slapped|whooped|a whooping|a hiding)|(?:${HOUSEHOLD}|he|she|they)(?: [a-z]+){0,2} (?:broke|breaks?|burnt|burned|burns|hits?|smashed|smashes|slammed|slams|bruised|cut|squeezed|squeezes|grabbed|grabs|bangs|banged) my ${BODY}|hands? (?:[a-z]+ ){0,1}(?:in|up|down|under|inside|into) my (?:pants|trousers|skirt|shirt|top|underwear|knickers|dress|bra|pyjamas|pajamas|shorts)|hands? between my legs|(?:got|gets?|getting|came|comes|climbs?|climbed|lies|lay) (?:in|into|in to) bed with me|(?:lies?|lay|lying|gets?|got) on top of me|(?:pours?|poured|spills?|threw|throws) (?:hot|boiling) (?:[a-z]+ ){1,2}(?:on|over) (?:me|her|him)|(?:gives?|gave) (?:me|us|her|him) (?:the belt|a beating|a hiding|a good hiding|the stick|the cane)|${HOUSEHOLD} (?:is|gets?|was|got|are|can be|turns|became|becomes) (?:[a-z]+ ){0,2}(?:violent|abusive)|uses? (?:his|her|their) (?:fists?|belt) (?:on me)?|(?:left|leaves?|leaving) (?:me|us) (?:home |at home )?(?:alone |by ?my ?self )?for (?:[a-z0-9]+ )?(?:days|nights|weeks|a week)|havent eaten (?:since|for|in|anything)|has (?:[a-z]+ ){0,2}bruises|(?:lays?|laid|raises?|raised) (?:a |his |her |their )?hands? on (?:me|us|her|him)`,
    `${TOLD}|snow ?balls?|paper planes?|pillows?|(?:snake|spider|dog|cooking|driving|reaction|jokes?|snoring)|the ball|a ball|parachute|apples?|bananas?|fruit|peach(?:es)?|gloves? on`,
  ),
  harm(
    '(?:mein|meine|der|die|unser|unsere)? ?(?:vater|stiefvater|papa|papi|mutter|stiefmutter|mama|mutti|onkel|tante|opa|oma|bruder|eltern)(?: [a-z]+){0,4} (?:schlagt|schlagen|haut|tritt|verprugelt|wurgt|begrapscht|beruhrt) (?:mich|uns)|(?:fasst|fassen) mich (?:[a-z]+ ){0,2}an|(?:schlagt|haut|verprugelt) mich(?: [a-z]+){0,2} (?:mein|meine|vater|mutter|papa|mama)|ich werde (?:[a-z]+ ){0,3}(?:geschlagen|verprugelt|missbraucht)|angst (?:[a-z]+ ){0,2}(?:nach hause|vor (?:meinem|meiner|meinen)) ?(?:vater|mutter|eltern|stiefvater)?|(?:mi|mis) (?:papa|padres?|padrastro|mama|madre|madrastra|tio|tia|abuelo|abuela|hermano)(?: [a-z]+){0,4} (?:me|nos) (?:pegan?|golpean?|tocan?|maltratan?)|(?:me|nos) pegan? (?:mi|mis|en casa)|(?:papa|maman|mon|ma|mes) ?(?:pere|beau pere|oncle|frere|mere|belle mere|parents)?(?: [a-z]+){0,3} (?:me|nous) (?:frappe(?:nt)?|tape(?:nt)?|bat|battent|touche(?:nt)?)',
    `${TOLD}|${FICTION_WORDS}|${HARMLESS_TOUCH}`,
  ),
  harm(
    `(?:comes?|came|coming|gets?|got|sneaks?|sneaked|snuck|creeps?|crept|walks?|walked) (?:in|into|in to|to) my (?:bed|bed ?room|room)(?: [a-z]+){0,4} (?:night|asleep|sleep|sleeping|dark|undressed|changing)|(?:in|into) (?:the )?(?:shower|bath|bathtub|tub) with me|(?:makes?|made) me (?:[a-z]+ ){1,5}(?:in|into|on) (?:his|her|their) (?:bed|lap)|(?:shows?|showed|showing) me (?:his|her|their) (?:thing|junk|${PRIVATE_PARTS})|${WHO} (?:[a-z]+ ){0,2}(?:hurts?|hurted|hurting|pinche?s|pinched|rubs?|rubbed|tickles?|tickled|grabs?|grabbed|squeezes?|squeezed|slaps?|slapped|smacks?|smacked|kisses|kissed|licks?|licked|strokes?|stroked|pokes?|poked) my ${PRIVATE_PARTS}|${WHO} (?:[a-z]+ ){0,2}(?:rubs?|rubbed|rubbing|strokes?|stroked|stroking) my (?:legs?|inner|chest|body|knees?)|${WHO} (?:[a-z]+ ){0,2}(?:kiss(?:es|ed|ing)? me|wants? (?:a )?kiss(?:es)?) (?:[a-z]+ ){0,2}on the (?:mouth|lips)|pull(?:s|ed|ing)? (?:down )?my (?:pants|trousers|shorts|skirt|knickers|underwear|undies|pjs|pyjamas|pajamas) (?:down|off)|pull(?:s|ed|ing)? down my (?:pants|trousers|shorts|skirt|knickers|underwear|undies|pjs|pyjamas|pajamas)|(?:his|her|their) hands? (?:[a-z]+ ){0,2}(?:in|up|down|under|inside|into|on) my (?:pjs|boxers|shorts|pants|skirt|nightie|${PRIVATE_PARTS})|${WHO} (?:[a-z]+ ){0,2}(?:does|did|do|doing|done) (?:[a-z]+ ){0,2}(?:things?|stuff|something) to me(?! like)|hug(?:s|ged|ging)? me (?:[a-z]+ ){0,2}(?:too (?:long|much|close)|and wont let)`,
    `${TOLD}|cat|dog|kitten|puppy|spider|horse|toys?|science fair|project|braid(?:s|ed|ing)`,
  ),
  harm(
    `(?:(?:special|secret|little) game|(?:little|special) secret|our secret(?! (?:recipe|garden|base|club|code|plan)))(?: [a-z]+){0,5} ${NOT_TO_TELL}|${WHO}(?: [a-z]+){0,2} (?:wants?|asks?|asked|asking|takes?|took|makes?|made)(?: [a-z]+){0,3} (?:pics?|pictures?|photos?|videos?)(?: [a-z]+){0,4} (?:says?|said|told me|asks me) (?:[a-z]+ ){0,2}${NOT_TO_TELL}|(?:uncle|brother|dad|daddy|stepdad|grandpa|grandad|cousin) (?:[a-z]+ ){0,4}mature for my age|if i (?:tell|told) (?:[a-z]+ ){1,7}(?:send me away|take me away|taken away|put me in care)`,
    `${TOLD}|${SURPRISE}`,
  ),
  harm(
    `(?:grabs?|grabbed|grabbing|pulls?|pulled|pulling|drags?|dragged|dragging|holds?|held|lifts?|lifted|picks?|picked|yanks?|yanked) (?:me|us|her|him) (?:up |down )?by (?:the|my|her|his) (?:neck|throat|hair|ears?)|${WHO} (?:[a-z]+ ){0,2}(?:holds?|held|holding|pushe?s|pushed|pushing|puts?|shoves?|shoved|dunks?|dunked) my (?:head|face) (?:[a-z]+ ){0,1}(?:under|in|into) (?:the |a )?(?:water|bath|bathtub|toilet|sink|bucket|pillow)|(?:makes?|made|making) (?:me|us) (?:[a-z]+ ){0,2}(?:sleep|stay|stand|sit|kneel) (?:[a-z]+ ){0,2}(?:shed|garage|cellar|basement|cold|outside (?:all night|in the))|punish(?:ed|es|ing)? (?:me |us )?(?:by|with) (?:[a-z]+ ){0,3}(?:cold|kneel|kneeling|hot|hitting|belt|stick|dark|cellar|basement|starving|outside)|not allowed to (?:eat|drink|sleep) (?:when|if|because|until|till|for|anything)|(?:havent|have not|didnt|did not) (?:had|have|got|get|eaten|eat) (?:[a-z]+ ){0,2}(?:dinner|food|breakfast|lunch|meals?|anything) (?:for|in) [a-z0-9]+ (?:days?|nights?|weeks?)|(?:gets?|got|getting) (?:hit|beaten|slapped|smacked) (?:[a-z]+ ){0,2}(?:worse|harder|every day) (?:than (?:me|my|the)|every)|(?:dont|please) (?:[a-z]+ ){0,2}make me go (?:back )?home|(?:dont|do not) (?:want to|wanna) go (?:back )?home (?:[a-z]+ ){0,3}(?:please|scared|afraid|drunk|hurts?)|${WHO} (?:[a-z]+ ){0,4}(?:kill|stab|shoot) (?:us|mum|mom|mummy|mommy|my (?:mum|mom|mother|sister|brother|family)|the (?:baby|kids))|hid(?:e|es|ing) (?:[a-z]+ ){0,2}(?:wardrobe|closet|cupboard|bed|bathroom|cellar|attic) (?:when|whenever|until|because) (?:my |her |his )?${WHO}|(?:gun|knife) (?:to|at|against) my (?:head|throat|neck|face|back)`,
    `${TOLD}|hide and seek|counts|counting|swimming|swim|ramadan|fasting|vaccine|surgery|blood test|by a thread`,
  ),
  harm(
    `${GERMAN_KIN}(?: [a-z]+){0,4} (?:mich|uns)(?: [a-z]+){0,5} (?:geschlagen|gehauen|getreten|verprugelt|gewurgt|angefasst|begrapscht|missbraucht|eingesperrt|vergewaltigt)|${GERMAN_KIN}(?: [a-z]+){0,4} (?:sperrt|sperren|schliesst) (?:mich|uns)|${GERMAN_KIN}(?: [a-z]+){0,4} (?:fasst|fassen) (?:mich|uns)|kommt (?:[a-z]+ ){0,3}(?:in mein bett|zu mir ins bett)|nachts (?:[a-z]+ ){0,2}in mein (?:zimmer|bett)|in mein zimmer (?:[a-z]+ ){0,3}(?:nachts|schlafe|fasst)|angst vor (?:[a-z]+ )?${GERMAN_KIN}|(?:er|sie) (?:schlagt|tritt|wurgt|verprugelt) mich|(?:il|elle|ils) (?:me|nous) (?:frappe(?:nt)?|gifle(?:nt)?)|me pegan? (?:todos los|cada) (?:dias?|noches?|vez)|hat (?:mir|mich) (?:[a-z]+ ){0,3}(?:zwischen die beine|in die hose)|${GERMAN_KIN} (?:[a-z]+ ){0,3}(?:schmeisst|wirft) (?:[a-z]+ ){0,3}nach mir|${GERMAN_KIN} tut mir (?:[a-z]+ ){0,2}weh|${SPANISH_KIN}(?: [a-z]+){0,4} (?:me|nos) (?:pego|pegaron|pegaba|golpeo|toco(?! un)|tocaba|violo|viola|encierran?|encerro|manosea|manoseo|maltrato)|no (?:me|nos) dan? (?:de comer|comida)|${SPANISH_KIN} (?:[a-z]+ ){0,2}me hace cosas|miedo (?:de|a|al) (?:mi |mis )?(?:volver a casa|ir a casa|${SPANISH_KIN})|entra (?:en|a) mi (?:cuarto|habitacion|cama)|${FRENCH_KIN}(?: [a-z]+){0,3} (?:ma|mont|nous a|nous ont) (?:[a-z]+ ){0,1}(?:frappe|battu|tape|touche|gifle|viole|enferme)e?s?|${FRENCH_KIN}(?: [a-z]+){0,3} (?:menferme|me gifle|me viole|me fait mal)|${FRENCH_KIN} (?:[a-z]+ ){0,3}sans manger|(?:vient|entre) (?:[a-z]+ ){0,3}dans (?:ma chambre (?:[a-z]+ ){0,3}(?:nuit|dors|touche)|mon lit)|peur de (?:(?:mon|ma|mes) )?(?:rentrer(?! tard)|${FRENCH_KIN})`,
    `${TOLD}|${FICTION_WORDS}|${HARMLESS_TOUCH}|im (?:tennis|rennen)|beim (?:kartenspiel|rennen)|chien|chat`,
  ),

  harm(
    `(?:marks|bruises|welts) (?:[a-z]+ ){0,2}(?:on|over) my (?:back|neck|bum|bottom|thighs|body|legs|arms|face) (?:[a-z]+ ){0,3}(?:cant|hide|cover)|long sleeves (?:[a-z]+ ){0,4}(?:sees?|notices?|what he|what she)|(?:hides?|lie about|hiding) my (?:bruises|marks|burns|scars)`,
    `${TOLD}|${ACCIDENT}`,
  ),
  // About a household member, these words are rarely harmless.
  harm(
    `(?:${WHO}|guardian)(?: [a-z]+){0,5} (?:(?:threw|throws|throwing|pins|pinned|ties|tied|chains|chained|spits|spat|spit|drowns|drowned|bites|bit) (?:on )?(?:me|us)(?! (?:a|the|my|some|with)(?![a-z]))|walks in on me|walked in on me|watche?s me (?:sleep|change|shower|in the|get dressed|at night)|(?:doorway|my door|my bed) (?:[a-z]+ ){0,3}watche?s me|drink (?:soap|bleach|pee)|(?:hit|hits|hitting|beat|beats) my ${BODY}|broke (?:the|my) door (?:down|and)|(?:touche?s?|touched|hands?|fingers?|hurts?|kisses|kissed|licks?|licked|looked|rubs?|rubbed) (?:[a-z]+ ){0,3}down there|between my legs|what (?:he|she|they) did to me|no clothes on?|with no clothes|massage (?:him|her)|in my (?:swimsuit|bikini|underwear|bra|pants|pyjamas)|(?:wants?|asks?|asked|takes?|took|send) (?:[a-z]+ ){0,3}(?:pics?|pictures?|photos?) (?:[a-z]+ ){0,2}(?:in|without) (?:my|a|any) (?:swimsuit|bikini|underwear|bra|clothes|shirt)|go to (?:jail|prison) for|post the (?:pics?|pictures?|photos?|videos?)|every (?:dad|father|brother|uncle) does (?:it|this|that))|(?:makes?|made|making|forces?|forced) me (?:to )?do (?:[a-z]+ ){0,2}(?:stuff|things|it|something) (?:[a-z]+ ){0,3}(?:didnt|dont|not|hurts?|with (?:him|her))|(?:door|room) locked because of (?:him|her|${HOUSEHOLD})|(?:put|puts|shut|shuts) me in (?:the|a) (?:cupboard|closet|wardrobe|cellar|basement|trunk|shed|dark)|(?:go|goes|went|going) to bed hungry|(?:only|dont|not|never) (?:get|gets|have) (?:any )?(?:food|dinner|fed) (?:if|when|unless|until)|blood when (?:[a-z]+ ){0,2}(?:${WHO}) (?:did|does)`,
    `${TOLD}|horse|fish|snake|cat|dog|puppy|wave|insect|spider|swim team|costume|camp|camping|born`,
  ),

  harm(
    `(?:hot sauce|soap|chill?i|bleach|sock|rag) (?:[a-z]+ ){0,2}(?:in|on|into) my mouth|(?:tapes?|taped|gags|gagged) my mouth|(?:rubs?|rubbed|pushes|pushed) my (?:face|nose) in (?:it|the)|${WHO} (?:[a-z]+ ){0,2}(?:makes?|made|making) me (?:[a-z]+ ){0,2}(?:my (?:shirt|top|pants|clothes|trousers) off|off my (?:shirt|top|pants|clothes|trousers))|fingers? (?:in|inside|into) me|kisse[sd] me (?:[a-z]+ ){0,3}(?:not to tell|dont tell|secret)|(?:tickles?|tickled|touche?s|kisses) me where|sleep(?:s|ing)? in (?:the|our) (?:car|garage|shed|garden|street|park) (?:[a-z]+ ){0,4}(?:locked|threw|kicked|wont let)|(?:makes?|made) (?:him|her|them) sleep (?:[a-z]+ ){0,4}(?:outside|shed|garage|with the dog)|slit (?:my|her|his|our|mums|moms) throats?|${WHO} (?:[a-z]+ ){1,6}(?:till|until|so hard|so much) (?:that )?(?:i|it|we) (?:bleeds?|bled|faint|fainted|vomit|cant (?:walk|sit|breathe))|${GERMAN_KIN}(?: [a-z]+){0,4} (?:ohrfeigen?|ohrfeigt|backpfeifen?|watschn?)|${SPANISH_KIN}(?: [a-z]+){0,4} (?:me|nos) (?:quema|quemo|patea|pateo|empuja|empujo|azota|azoto|encierra|cachetea|jala del pelo)|${FRENCH_KIN}(?: [a-z]+){0,3} (?:me|nous) (?:brule|pousse|gifle|crache|tire les cheveux|laisse dehors)|${FRENCH_KIN} (?:[a-z]+ ){0,3}(?:crie|casse|boit) (?:[a-z]+ ){0,3}jai peur`,
    `${TOLD}|laugh(?:s|ed|ing)?|jokes?|funny|camp(?:ing)?|festival|dentist|runs?|ran|running|race`,
  ),

  rule('abuse', 'medium', BULLIED, TOLD, inItsSentence),
  // Words that hurt, and what else those at home do.
  rule(
    'abuse',
    'medium',
    `${GUARDIANS} (?:[a-z]+ ){0,2}(?:(?:tells?|told) me|says?|said) (?:that )?(?:(?:im|i am) (?:(?:so|really|just|always|totally|completely) ){0,2}(?:worthless|useless|a mistake|a burden|nothing(?! (?:like|but|short)(?![a-z])))|i should (?:just )?(?:die(?! my)|be dead|kill my ?self)|(?:he|she|they) hates? me(?! [a-z]+ing(?![a-z]))|(?:he|she|they) wish(?:es)? i (?:was|were|had) (?:dead|never|not)|(?:he|she|they|hell|shell|theyll) (?:will |is going to )?(?:throw|kick) me out(?! of (?:the|his|her) (?:[a-z]+ ){0,1}(?:game|team|car|pool|match|boat|kitchen|room|group|chat)(?![a-z])))`,
    TOLD,
    inItsSentence,
  ),
  harm(
    `(?:(?:his|her|my (?:[a-z]+ ){0,1}${HOUSEHOLD}s|(?:my |the )?${OUTSIDER}s) (?:hands?|fingers?) (?:touch|touches|touched|touching|rubs?|rubbed|grabs?|grabbed) me(?! (?:on|by) the (?:shoulder|arm|hand|head)(?![a-z])))|${GUARDIANS} (?:[a-z]+ ){0,2}(?:(?:whoops|whoop|whooped|whups|scratches|scratched) me|(?:gives?|gave) me (?:a )?(?:slap|smack|spanking|whooping)s?(?! on the (?:back|shoulder|lips))|(?:makes?|made|forces?|forced) me (?:to )?(?:smoke(?! (?:salmon|fish|meat))|drink (?:alcohol|beer|wine|vodka|until)|drink(?=[.]|$))|killed (?:my|our) (?:dog|cat|puppy|kitten|rabbit|hamster) in front of)|i (?:get|got|keep getting) (?:spanked|whipped(?! cream)|caned(?! chairs?)|whooped)|(?:stepdad|stepfather|stepbrother|uncle|mums boyfriend|moms boyfriend) (?:[a-z]+ ){0,1}(?:sleeps|slept) in my bed|no heating and no food(?! in the)|(?:makes?|made|making) (?:me|us) work all night`,
    `${TOLD}|(?:cat|kitten|dog|puppy|rabbit|bunny|hamster|parrot) (?:[a-z]+ ){0,2}scratch(?:es|ed)`,
  ),

  harm(
    `(?:puts?|putting|stuck|sticks) (?:his|her|their) (?:thing|fingers?|tongue|${PRIVATE_PARTS}) (?:in|into|inside) (?:me|my(?! (?:work|text|essay|drawing|picture|book)))|(?:wants?|wanted|asks?|asked|tells?|told) (?:me|us|her|him) to (?:touch|lick|kiss|rub|hold|look at) (?:his|her|their) (?:thing|${PRIVATE_PARTS})|(?:${WHO}|guardian)(?: [a-z]+){0,8} (?:touche?s|touched|touching) my (?:legs?|thighs?|chest|body|bottom|bum|butt)|(?:friend|cousin|classmate|sister|brother|neighbou?r) (?:is|was|gets|got) (?:being )?(?:abused|molested|raped)|(?:money|presents?|gifts?|sweets|candy|chocolate)(?: [a-z]+){0,2} to (?:keep|stay|be) (?:quiet|silent)`,
    `${TOLD}|${SURPRISE}|cat|dog|kitten|puppy`,
  ),
  {
    category: 'abuse',
    severity: 'high',
    // Only with its gaps: without them, any letters could be a name.
    says: {
      open: phrase(
        `(?:${ANYBODY} (?:[a-z]+ ){0,2}|${NAME}\\s(?:(?:just|always|often|also|once|then|even|really|suddenly|has|had|keeps?|kept|was|started|starts|tried to|tries to|wanted to|wants to) ){0,2})(?:touch|touche?s|touched|touching|grabs?|grabbed|grabbing|gropes?|groped|groping|fondles?|fondled|squeezes?|squeezed|squeezing|rubs|rubbed|strokes|stroked|kisses|kissed|slaps|slapped|smacks|smacked|spanks|spanked|pinches|pinched|fingers|fingered) (?:my|me (?:on|by|in) (?:the|my)) (?:${PRIVATE_PARTS}|${GENITALS})|(?:${ANYBODY} (?:[a-z]+ ){0,2}|${NAME}\\s)(?:licks|licked|sucks|sucked|tickles|tickled) my ${GENITALS}`,
      ),
    },
    unless: phrase(
      `${TOLD}|cat|dog|kitten|puppy|horse|training|sparring|tackle[ds]?|wrestl(?:e|ing)|jab|injection|vaccin(?:e|ation)|bandage|plaster|splinter`,
    ),
    isExcused: inItsSentence,
  },
  harm(
    '(?:scared|scarred|afraid|terrified|frightened) (?:when i(?: a)?m )?at home|(?:stay|stayed|sit|locked) in my room(?: [a-z]+){0,3} without (?:food|eating|water|dinner)',
    `${TOLD}|storm|thunder|lightning|spiders?|ghosts?|monsters?|burglars?|mouse|mice|covid|dark`,
  ),

  // Food, sleep and care that are denied as a punishment, or not given at all.
  harm(
    `allowed to eat (?:[a-z]+ ){0,3}(?:when|because|if|until) (?:im|i am|i was|ive been|i have been) (?:[a-z]+ ){0,2}(?:bad|naughty|good)|no food (?:left )?(?:in (?:our|the|my) (?:house|home|flat|fridge|kitchen)(?! (?:is|was|gets|goes)(?![a-z]))|for (?:me|us))|nothing to eat (?:at home|in (?:our|the|my) (?:house|home|flat))|(?:makes?|made|making|forces?|forced) (?:me|us) (?:to )?(?:sleep|stay|kneel) (?:[a-z]+ ){0,1}(?:outside|in the (?:garage|shed|car|cellar|basement|bathtub|cold|dark))|(?:sleep|slept|sleeping) (?:outside|in the (?:[a-z]+ ){0,1}(?:garage|shed|car|cellar|basement))(?: [a-z]+){0,3} (?:when|because|if|whenever) (?:[a-z]+ ){0,2}${HOUSEHOLD}|(?:leaves?|left|leaving) (?:me|us) (?:[a-z]+ ){0,2}alone (?:[a-z]+ ){0,2}(?:all night|every night|at night|over ?night|with (?:my|the) (?:[a-z]+ ){0,1}(?:baby(?: brother| sister)|baby(?! [a-z])|toddler))|(?:i was|im|i am|ive been|we were|we are|weve been) left (?:[a-z]+ ){0,2}alone (?:all night|every night|at night|over ?night)`,
    `${TOLD}|camp(?:ing)?|tent|training|practice`,
  ),
  harm(
    `(?:threw|throws|throwing|shoved|shoves|shoving|knocked|knocks) me (?:[a-z]+ ){0,1}(?:on|onto|to) the (?:floor|ground|bed|stairs)|what (?:(?:he|she|(?:(?:my|your) )?${HOUSEHOLD}) (?:[a-z]+ ){0,1}(?:does|do|did|doing)|they (?:[a-z]+ ){0,1}(?:do|doing)) to (?:me|you(?! know))|(?:is|are) (?:he|she|they) (?:still |again )?(?:hitting|beating|hurting|touching) (?:you|u)(?! (?:up|in|at|by|with (?:the|a) (?:ball|pillow|cushion))(?![a-z]))|(?:${WHO}|guardian) (?:[a-z]+ ){0,2}(?:makes?|made|making|forces?|forced) me (?:[a-z]+ ){0,5}(?:touch (?:it|him|his|her|them|my ?self)|(?:watch|see|look at) (?:him|her|them) (?:pee|undress|naked|shower|touch)|take (?:off )?my (?:clothes|shirt|pants|trousers|underwear))|(?:secret|special|little) game(?: [a-z]+){0,8} (?:my (?:clothes|pants|trousers|underwear|shirt)|undress|naked|touch(?:es)? me)|(?:looks?|looking|stares?|staring|watche?s?|watching|peeks?|peeking|spies|spying) (?:at |on )?(?:me|us) (?:[a-z]+ ){0,3}(?:naked|undress(?:ed|ing)?|shower(?:ing)?|chang(?:e|ing)(?! (?:the|my|our|it)(?![a-z])))|if i (?:ever )?tell(?: [a-z]+){0,2} (?:he|she|they|hell|shell|theyll|${HOUSEHOLD}) (?:[a-z]+ ){0,1}(?:hurts?|kills?|hits?|beats?|punish(?:es)?)(?! (?:the|a|an|it)(?![a-z]))|(?:comes?|came|walks?|walked) (?:in|into|in to) (?:the|our) (?:bath ?room|shower|toilet)(?: [a-z]+){0,1} (?:when|while) (?:im|i am|i)(?: [a-z]+){0,3} (?:shower(?:ing)?|bath(?:ing)?|naked|undress(?:ed|ing)?|chang(?:e|ing)|pee(?:ing)?|toilet)|(?:get|got|getting|being) touched (?:[a-z]+ ){0,4}by (?:a|some|this|an) (?:[a-z]+ ){0,1}(?:man|guy|boy|stranger|driver)|feel safe (?:around|near) (?:my )?(?:${HOUSEHOLD}|him|her|them)`,
    `${TOLD}|training|sparring|tackle[ds]?|wrestl(?:e|ing)|cat|dog|kitten|puppy`,
  ),

  // Sexual.
  rule(
    'sexual',
    'medium',
    '(?:porn(?:o|hub|ography)?|nudes?|dick ?pics?|sext(?:ing|s)?|hentai|onlyfans|horny|blow ?jobs?|hand ?jobs?|masturbat(?:e|ing|ion)|naked (?:pics?|pictures?|photos?|girls?|boys?|women|men)|have sex|having sex|had sex|sex with|im (?:a )?virgin|(?:are (?:you|u)|r u|ur|youre) (?:still )?(?:a )?virgin(?! olive)|sexy (?:story|pictures?|photos?|role ?play|chat)|erotic|smut|talk dirty|suck my|noods|dtf|(?:see|show|send|snd|pic of|pics of) (?:[a-z]+ ){0,2}(?:my|your|ur|u) (?:[a-z]+ ){0,1}(?:boobs?|tits|dick(?! whit)|cock|pussy|vagina|penis|naked|body pics?)|show me (?:your|ur) (?:body(?! par)|bum|butt|chest(?! of)|boobs)|(?:take|took) (?:your|ur|my) (?:top|shirt|bra|pants|clothes|trousers) off (?:on|for|in)|(?:see|show|pic of|pics of) (?:you|u|me) (?:without|with no) (?:a |any )?(?:shirt|top|clothes|bra)|(?:what are|wyd what|whatre) (?:you|u) wearing (?:rn|right now|tonight|in bed|under)|nacktbild(?:er)?|nacktfotos?|schick mir (?:[a-z]+ ){0,2}nackt|fotos? (?:[a-z]+ ){0,2}desnud[ao]s?|desnud[ao] en (?:foto|video)|photos? (?:[a-z]+ ){0,3}(?:nue?s?|toute nue)|eggplant peach)',
    'nudes? (?:in art|painting|sculpture|figure|statue)|(?:painting|sculpture|statue|drawing|museum|venus|michelangelo|art history|renaissance)|sexual reproduction|health class|(?:plants?|frogs?|bees?|animals?|flowers?|snails?|fish)[^.!?]{0,40} (?:have|having) sex|anti ?porn',
    inItsLongSentence,
  ),
  // Asked of somebody: no work of art excuses it.
  rule(
    'sexual',
    'medium',
    '(?:send|snd|sending|gimme|give me|trade|swap) (?:[a-z]+ ){0,2}(?:nudes?|noods|dick ?pics?)(?! (?:painting|sculpture|statue|figure|drawing|sketch|study|studies|model|by|from))|(?:do|did|have) (?:you|u) (?:ever )?(?:watch|watched|like) porn|(?:i am|im) (?:so |really |very )?horny|(?:you|u) (?:make|made|making) me horny|(?:see|pics? of|pictures? of|photos? of) (?:you|u) (?:naked(?! mole)|nude)|(?:send|snd|show) (?:[a-z]+ ){0,2}(?:your|ur) (?:[a-z]+ ){0,1}(?:boobs?|tits|dick|cock|pussy|vagina|penis)',
  ),

  // Somebody from the internet, or on the way, and pictures of one's body.
  rule(
    'grooming',
    'high',
    `(?:internet|online|game|discord|snap(?:chat)?|insta(?:gram)?|tiktok|roblox)(?: [a-z]+){0,3} (?:wants?|wanted|asks?|asked|told|tells) (?:me )?to meet(?! in the game)|(?:told|tells|asks?|asked|wants?|begs?|begged|made|makes|forces?|forced) me (?:to )?(?:send|take|make|show)(?: [a-z]+){0,4} of my (?:body(?! (?:plan|parts))|chest|boobs|butt|bum|underwear)|(?:someone|somebody|(?:a|some|this|the same) (?:[a-z]+ ){0,1}(?:man|guy|stranger|car)) (?:[a-z]+ ){0,2}(?:follows|followed|following) me (?:home|around|to school|from school|on my way)|${GROWN_UP}(?: [a-z]+){0,2} (?:sends?|sent|sending) me(?: [a-z]+){0,3} (?:hearts|kisses|love (?:letters?|messages?))`,
    STORY,
    inItsSentence,
  ),
  rule(
    'grooming',
    'high',
    `(?:someone|somebody|stranger|man|guy|boy|person|people) ${ONLINE}(?: [a-z0-9]+){0,4} (?:(?:wants?|asks?|asked|asking|tells|told|begs?) me to (?:send|show|share)(?: [a-z]+){0,3} ${PICTURES}(?! (?:of|from) (?:my|the|our|a) (?!(?:body|face|feet|legs|chest|butt|bum|boobs|hair|room|bed)(?![a-z])))|(?:asks?|asked|asking|wants to know) (?:me )?where i live(?! in (?:minecraft|roblox|the game)))|friend ${ONLINE}(?: [a-z0-9]+){0,2} is (?:1[89]|[2-6][0-9])(?! levels?)(?: [a-z0-9]+){0,3} wants to meet|(?:stranger|older (?:boy|guy|man|kid)) (?:[a-z]+ ){0,2}(?:wants to meet (?:up with )?me|(?:wants?|asks?|asked|keeps asking|told|tells) me to send(?: [a-z]+){0,3} ${PICTURES}(?! of (?:the|my) (?:home ?work|project|notes)))|(?:he|she|they|someone|somebody|stranger|guy|man|boy|hell|shell|theyll)(?: [a-z]+){0,3} (?:post|share|send|leak|show|upload|publish) (?:[a-z]+ ){0,2}my (?:[a-z]+ ){0,1}${PICTURES}(?: [a-z]+){0,4} (?:if|unless) i (?:dont|do not|wont|refuse|block|send|pay)(?! (?:mind|forget)(?![a-z]))|has (?:[a-z]+ ){0,2}${PICTURES} (?:of me )?and (?:[a-z]+ ){0,2}wants? (?:[a-z]+ ){0,1}(?:money|robux|v ?bucks|gift ?cards?)(?! for (?:them|it))`,
    STORY,
    inItsSentence,
  ),
  // A grown-up from school who courts a child.
  rule(
    'grooming',
    'high',
    `${GROWN_UP}(?: [a-z]+){0,3} (?:(?:texts?|texted|texting|messages?|messaged|messaging) me(?: [a-z]+){0,8} (?:beautiful|pretty|sexy|gorgeous|loves? me|in love)|(?:says?|said|(?:tells?|told) me) (?:that )?(?:(?:im|i am|i look) (?:[a-z]+ ){0,2}(?:beautiful|sexy|gorgeous|so pretty|mature for my age)|(?:he|she) loves me))`,
    STORY,
    inItsSentence,
  ),

  // Plans and means of one's own death, in everyday words.
  rule(
    'self_harm',
    'high',
    `(?:ive got|i have|i got|i saved|im saving|i hid|i am saving) (?:[a-z]+ ){0,3}(?:pills|tablets|painkillers|paracetamol) (?:[a-z]+ ){0,1}(?:saved|hidden|stashed|hoarded)|(?:saved|saving|hid|hidden|stashed|collected|collecting) (?:[a-z]+ ){0,3}(?:pills|tablets|painkillers|paracetamol)(?: [a-z]+){0,8} (?:to die|i die|can die|dead|end it|kill)|how many (?:pills|tablets|painkillers|paracetamols?|sleeping pills) (?:[a-z]+ ){0,5}(?:to die|to kill|until i die|it takes to die)|i (?:just |already |have )?(?:wrote|written|writing|write) (?:a|my) goodbye (?:letter|note)(?! (?:to|for) (?:my|the|our) (?:[a-z]+ ){0,2}(?:class|teachers?|school|team|host|coach|pen ?pals?|character|students?|pupils?|hamster|guinea pig|dog|cat|rabbit)(?![a-z])| (?:when|because|as|before) (?:im |i am |we are |we |i )(?:moved?|moving)(?! on)(?![a-z]))|(?:im|i am) writing (?:a|my) goodbye (?:letter|note)(?! (?:to|for) (?:my|the|our) (?:[a-z]+ ){0,2}(?:class|teachers?|school|team|host|coach|pen ?pals?|character|students?|pupils?|hamster|guinea pig|dog|cat|rabbit)(?![a-z])| (?:when|because|as|before) (?:im |i am |we are |we |i )(?:moved?|moving)(?! on)(?![a-z]))|(?:googl(?:e|ed|ing)|search(?:ed|ing)|look(?:ed|ing) up|researching) (?:for )?(?:[a-z]+ ){0,2}ways to (?:die(?! (?:cloth|wool|eggs?|fabric|hair|it|the|my))|kill myself|end it|end my life)|(?:going to|gonna|want to|wanna) end it (?:tonight|today|tomorrow|soon|now|for good|this (?:week|weekend))(?! (?:with (?:a|the|our) (?:[a-z]+ ){0,1}(?:song|party|joke|bang|poem|quiz|summary|conclusion)|like (?:this|that)|there)(?![a-z]))|(?:tomorrow|soon) i (?:wont|will not) be (?:here|alive|around) any ?more(?! (?:because|as|since) we (?:move|moved|are moving|leave|are leaving|fly|are flying)(?![a-z]))|i (?:wont|will not) be (?:here|alive|around) any ?more (?:tomorrow|soon)(?! (?:because|as|since) we (?:move|moved|are moving|leave|are leaving|fly|are flying)(?![a-z]))`,
    STORY,
    inItsSentence,
  ),
  rule(
    'self_harm',
    'medium',
    `(?:nobody|no one|noone) would (?:even|ever|really) (?:[a-z]+ ){0,1}(?:miss me|(?:notice|care) if i (?:was gone|were gone|was dead|died|disappeared|vanished|wasnt here|wasnt there|left for ever|never came back))|my life is (?:so |just )?(?:pointless|meaningless|hopeless|worthless)|life is (?:so |just )?(?:pointless|meaningless|hopeless) and i|(?:dont|do not|cant|cannot) see (?:a|any|the) (?:reason|point) (?:to|in|of) (?:keep going|keep on going|going on|go on|living|live|carry on|carrying on)|whats the (?:point|use) (?:of|in) (?:living|being alive|going on(?! (?:the|a|an|this|that|holiday|trips?)(?![a-z]))|carrying on)|(?:if|when) i (?:died|was dead|were dead|am dead|die|im dead) (?:my )?(?:parents|mum|mom|dad|family|everyone|everybody) (?:would|will) (?:[a-z]+ ){0,2}(?:happy|happier|glad|better|relieved|free)`,
    STORY,
    inItsSentence,
  ),
  rule(
    'self_harm',
    'medium',
    `(?:hit|hits|hitting|bang|banging|punch|smash|slam) my head (?:on|against|into) (?:the|a|my) (?:[a-z]+ )?wall (?:till|until|again and again|over and over|so that|(?:when|because) (?:im|i am|i feel|i get|i hate))|(?:punch|hit|slap|bite) my ?self (?:when|because|if|until|till|whenever)|carved (?:[a-z]+ ){0,3}(?:into|in|on) my (?:arm|leg|skin|thigh|wrist|stomach|hand)|cut(?:ting)? my (?:arms?|legs?|skin) (?:again|every (?:day|night|time)|when i feel|to feel|on purpose|at night)`,
    `${STORY}|accident(?:ally)?|by mistake|slipped|shaving|carving`,
    inItsSentence,
  ),
  // Eating that makes ill.
  rule(
    'self_harm',
    'medium',
    `(?:stick|put|sticks?|sticking|stuck|shove) (?:my |two )?fingers down my throat|(?:take|taking|took|use|using|used|need) (?:[a-z]+ ){0,2}laxatives (?:to|so|after|because|every|when)|(?:starve(?: myself)?|starving myself) (?:until|till|so) (?:i|my bones|im|that i)|(?:only|just) eat (?:an?|one|two|half) (?:[a-z]+ ){1,3}(?:a|per|each|every) day (?:and|but|so|to|because)(?: [a-z]+){0,4} (?:fat|thin|skinny|weight)|i still feel (?:so |too )?fat|(?:im|i am) still (?:too |so |way too )?fat|(?:hide|hid|hiding|throw|threw|throwing) (?:my |the |all my )?(?:food|lunch|dinner|meals?)(?: [a-z]+){0,6} (?:notices?|sees?|knows?|find out)|(?:eat|eats|eating|ate) nothing (?:all day|for days) (?:so|because|to) (?:[a-z]+ ){0,3}(?:thin|skinny|fat|weight)`,
    `${STORY}|(?:my|the|our) (?:cat|dog|puppy|hamster) (?:takes?|needs?|only eats?)`,
    inItsSentence,
  ),
  // Leaving home in secret.
  rule(
    'abuse',
    'medium',
    `(?:im|i am|i will|ill|were|we are|we will) (?:going to |gonna )?(?:running|run) away (?:tonight|tomorrow|today|from home|from here|for good|this weekend|after school|soon|with (?:him|her|my (?:boyfriend|girlfriend)|a (?:guy|man|boy)))|i ran away (?:from home|and (?:im|i am|nobody|no one|my))|packed (?:my|a) (?:bags?|things|stuff|clothes)(?: [a-z]+){0,3} (?:running away|leaving and|leaving nobody|leaving home|nobody will find|no one will find)|(?:slept|sleeping|sleep|spent the night) (?:at|in|on|under) (?:the|a) (?:bus station|bus stop|train station|street|streets|park|bench|park bench|stairwell|car park|bridge) (?:last night|because|again|for|tonight)(?! (?:[a-z]+ ){0,4}(?:scouts|tent)(?![a-z]))|(?:have|got|had) nowhere to (?:sleep|stay tonight|go tonight|live)|(?:thrown|kicked|chucked) (?:me )?out (?:of (?:the|my|our) (?:house|home|flat)|at home|and (?:i|have|now))|so (?:that )?my ${HOUSEHOLD} (?:cant|cannot|wont|will not|never) (?:[a-z]+ ){0,1}find me|(?:dont|do not|please dont) (?:make|let|send) me (?:go )?(?:back )?(?:home(?! (?:early|yet|now|alone|so))|to (?:my )?(?:dads|mums|moms|fathers|mothers|stepdads|uncles|grandpas|aunts))`,
    `${TOLD}|(?:in|playing) (?:hide and seek|tag|the sims)`,
    inItsSentence,
  ),
  // Neglect and control.
  rule(
    'abuse',
    'medium',
    `(?:i wasnt|i was not|i am not|im not|we werent|i havent been|i dont get) (?:given|allowed|getting)? ?(?:any )?(?:dinner|food|supper|breakfast|to eat) (?:again|because i|because (?:im|he|she|they)|when i|tonight|if i|until i)|(?:lock|locks|locked|locking) (?:up )?(?:the|our|all the) (?:fridge|food|kitchen|cupboards?)(?: [a-z]+){0,3} (?:so (?:that )?(?:i|we)|at night|from (?:me|us)|and (?:i|we)|because (?:i|we))|(?:havent|have not|dont|do not|didnt) (?:had|have|got|get) (?:any )?(?:hot water|heating|electricity|food|power|gas)(?! (?:in|at) (?:the (?:gym|class ?room|library|hall)|school))(?: [a-z]+){0,3} (?:for|in|since) (?:[a-z0-9]+ ){0,2}(?:days|weeks|months|ages|christmas|summer|winter)|${HOUSEHOLD} (?:is|are) never (?:home|there|at home|in) (?:and|so) i (?:[a-z]+ ){0,1}(?:have to|must|need to)|${HOUSEHOLD} (?:[a-z]+ ){0,1}forgets? to feed (?:me|us|my (?:[a-z]+ ){0,1}(?:brother|sister)|the (?:baby|kids))|i (?:have to |must |had to )?steal (?:[a-z]+ ){0,1}(?:bread|food|lunch)(?! from the)|(?:makes?|made|making|forces?|forced) (?:me|us) (?:to )?work (?:[a-z]+ ){0,4}(?:until|till|past) (?:midnight|late at night|1[0-2] at night|the middle of the night)|${HOUSEHOLD} (?:is|gets|comes home) (?:(?:always|often|constantly) drunk|drunk (?:every|all the time|a lot|most|again))|not allowed to (?:eat|go outside)(?=[.]|$| (?:or|and) (?:see|meet|talk))|i (?:[a-z]+ ){0,2}(?:want to|wanna|going to|gonna|will) run away from home|not allowed to (?:go to|see) (?:the|a) doctor(?! (?:alone|by|without|on))|(?:wont|doesnt|dont|never|refuses? to) (?:let|take|takes) me (?:go )?to (?:the|a) (?:doctor|hospital)|(?:doesnt|wont|dont|never|not) (?:let me|allowed to|lets me) leave the house (?:at all|ever|any ?more|for)|i (?:get|got|will get) the (?:cable|belt|cane|slipper|whip|chancla|hose|rod) (?:again|(?:when|if|because|whenever) i [a-z]+(?<!play))|when (?:my |he |she )?(?:[a-z]+ ){0,1}drinks (?:he|she) (?:gets|goes|becomes|is|turns) (?:[a-z]+ ){0,1}(?:crazy|mad|angry|violent|mean|scary|nasty|aggressive|wild|horrible)|(?:comes?|came) home drunk (?:and|then|so)(?: [a-z]+){0,3} (?:hits?|beats?|slaps?|kicks?|hurts?|hide|scared|shouts?|screams?|breaks|afraid|run)|(?:shouts?|screams?|yells?|shouted|screamed|yelled) in my face(?! (?:because|when) we)|(?:he|she|${HOUSEHOLD}) (?:[a-z]+ ){0,1}(?:really |always )?(?:scares|frightens|terrifies) me(?! (?:(?:in|with|at|on|as|by) (?:[a-z]+ ){0,2}(?:halloween|costumes?|masks?|stor(?:y|ies)|films?|games?|jokes?|chess|stage|surprise|spiders?|snakes?)|when (?:he|she) jumps out)(?![a-z]))|${HOUSEHOLD} (?:[a-z]+ ){0,1}(?:took|has taken|swallowed) (?:too many|a lot of|all (?:her|his|the)|lots of) pills`,
    `${TOLD}|ramadan|power cut|in the sims`,
    inItsSentence,
  ),
  // Secrets kept from those who could help.
  harm(
    `if i tell (?:the |my |a |any )?(?:teachers?|police|anyone|anybody|someone|social worker|doctor|school|nurse|counsel+or)(?: [a-z]+){0,5} (?:in care|into care|taken away|foster|hurt|hit|beat|punish(?:ed)?|prison|jail)|(?:told|tells|says|said|wants|makes|made) (?:[a-z]+ ){0,2}(?:me )?to lie to the (?:doctors?|social worker|police|nurse|judge|hospital)|(?:says?|said|told me) (?:that )?(?:the|my) (?:doctor|social worker|police|nurse|teacher|school) (?:must ?not|mustnt|should ?not|shouldnt|must never|should never|may not) (?:know|find out|see)`,
    TOLD,
  ),
  // Marriage, mutilation.
  harm(
    `wants? me to marry (?:a (?:man|guy|boy|stranger)|him|somebody|someone|my cousin)|cut me down there|(?:make|making|makes|force|forcing|forces|forced|made) me (?:to )?(?:get married|marry (?:a man|him|somebody|someone|my cousin|an))|(?:send|sent|sending|take|taking) me (?:[a-z]+ ){0,3}to (?:get married|marry|be married)|(?:take|taking|send|sending) me (?:[a-z]+ ){0,3}to (?:have me|get me|be) (?:cut|circumcised)`,
    `${TOLD}|(?:in|on) the sims`,
  ),
  // Sexual acts, in children's words.
  harm(
    `(?<!(?:cat|dog|puppy|horse|kitten|goat|pony) )rub(?:s|bed|bing)? (?:himself|herself|themselves) (?:on|against) (?:me|my)|forced me (?:to )?do (?:stuff|things|it|bad|sexual)|did (?:stuff|things|sexual things|something) to me (?:when i (?:was (?:asleep|sleeping|drunk|little|small|alone)|slept|didnt|said)|and i (?:said no|didnt want|couldnt))|(?:took|takes|taking|take|makes|made|filmed|films) (?:[a-z]+ ){0,2}(?:pictures?|photos?|pics?|videos?) of (?:me|us|my sister|my friend|girls)(?: [a-z]+){0,4} (?:(?:getting )?changing(?! (?:the|a|our|tyres?|colou?r|leaves))|getting changed|naked|undressed|undressing|in the (?:shower|bath|toilet|toilets|changing room|changing rooms|bathroom))|(?:filmed|films) (?:me|us|my friend)(?: [a-z]+){0,4} (?:(?:getting )?changing(?! (?:the|a|our|tyres?|colou?r|leaves))|getting changed|naked|undressed|undressing|in the (?:shower|bath|toilet|toilets|changing room|changing rooms|bathroom))|(?:sits|lies|lays|gets|sat|lay) (?:[a-z]+ ){0,1}(?:on|in|into|onto) my bed and (?:[a-z]+ ){0,1}(?:(?:strokes?|touche?s|rubs|kisses|watches|stroked|touched) me|stares at me)|${OUTSIDER} (?:[a-z]+ ){0,1}(?:touche?s|touched|touching|gropes?|groped|rubs|rubbed|strokes|kisses|kissed) (?:us|the (?:girls|boys|kids)|me and)(?! (?:on the (?:shoulder|back|head|arm)|with)(?![a-z]))|(?:have to|must|makes me|make me|made me|forced to|forces me to) (?:share (?:a|the|his) bed|sleep in (?:the same|his|one) bed) with (?:my )?(?:uncle|stepdad|stepfather|stepbrother|grandpa|grandad|him|mums boyfriend|moms boyfriend|a man)(?! (?:on|at|in) (?:the |a |our )?(?:holidays?|camp(?:ing)?|hotel|caravan|tent))|(?:im|i am|i might be|i may be|i think im) pregnant|missed my period and`,
    `${TOLD}|(?:the|my|our) (?:dog|cat|puppy|horse|baby) (?:[a-z]+ ){0,1}(?:sits|lies|lays|gets|sat|lay)|in (?:a|the|our) sketch`,
  ),
  // Words about what others want or say: whoever tells it does no harm.
  harm(
    `(?:wants?|wanted|asks?|asked|asking|tells|told|begs?|begged|makes?|made|forces?|forced) me (?:(?:to|for) )?(?:(?:send|take|make|show) )?(?:[a-z]+ ){0,2}(?:nudes|dick ?pics?|(?:nude|naked) (?:pics?|pictures?|photos?|selfies?|videos?))|(?:tells?|told|telling|texts?|texted|writes?|wrote|says?|said) (?:to )?me (?:to )?(?:kill your ?self|kys|hang your ?self|go die)`,
    `${STORY}|museum|gallery`,
  ),
  harm(
    `(?:has|had|having) sex with (?:me|us)|(?:wants|wanted|tries|tried|trying) to have sex with (?:me|us)|(?:wants|wanted) (?:to )?sex (?:with|from) me|(?:makes?|made|making|forces?|forced|forcing|wants?|wanted|asks?|asked|tells|told|begs?|begged) (?:me|us|my (?:(?:little|big) )?(?:sister|brother)) (?:for sex|(?:(?:to|into) )?(?:have|having|do|doing) sex)|(?:makes?|made|making|forces?|forced|forcing|wants?|wanted|asks?|asked|tells|told|had) (?:me )?(?:to )?(?:(?:suck|lick|stroke|rub|kiss|hold) (?:him off|(?:his|her|their) ${GENITALS})|(?:suck|lick) (?:his|her|their) (?:thing|${PRIVATE_PARTS}))|(?:shows|showed|showing|sends|sent|sending) (?:me|us) (?:[a-z]+ ){0,2}(?:porn(?:o|hub|ography)?|nudes|nude (?:pics?|pictures?|photos?|selfies?|videos?)|dick ?pics?|naked (?:pics?|pictures?|photos?|selfies?|videos?)|sex (?:videos?|films?))|${WHO} (?:[a-z]+ ){0,2}(?:fucks|fucked|fingers|fingered|shagged) me(?! (?:up|over|off|around|about|with (?:a|the|this|that))(?![a-z]))`,
    `${STORY}|anti ?porn|museum|gallery|renaissance|michelangelo|venus`,
  ),
  // Wishes of strangers, and of people who are older.
  rule(
    'grooming',
    'high',
    `(?:asks?|asked|asking|wants to know|wanted to know) (?:me )?(?:what|which) (?:[a-z]+ ){0,3}(?:(?:underwear|panties|bra|knickers|boxers) (?:[a-z]+ ){0,2}(?:i|im)|my body looks)|me to (?:[a-z]+ ){0,6}(?:take off (?:all )?my (?:clothes|top|shirt|bra|pants|trousers)|undress)(?: [a-z]+){0,4} (?:him|film|films|filmed|camera|photos?|pictures?|videos?|boyfriend|watch(?:ed|es)?|touch(?:ed|es)?)|(?<!(?:doctor|nurse|mum|mom) )(?:told|tells|asks?|asked|makes?|made|wants?|wanted) me to (?:[a-z]+ ){0,6}(?:take (?:off )?(?:all )?my (?:clothes|top(?! hat)|shirt|bra|pants|trousers)|get undressed|undress)(?! (?:for|before) (?:pe|swimming|bed|football|gym|training|the (?:bath|shower|pool|doctor|match|photo|x ?ray)|my (?:bath|shower))(?![a-z])| (?:and|to) go to (?:bed|sleep)|,? because (?:it|they) (?:was|were|is|are|got) (?:all |so )?(?:wet|dirty|muddy|soaked))|(?<!(?:mum|mom) )(?:told|tells|asks?|asked|makes?|made|wants?) me to (?:delete|erase|clear|hide) (?:[a-z]+ ){0,2}(?:chats?|messages?|texts?|chat history|dms?|conversations?)(?! (?:[a-z]+ ){0,5}(?:space|storage|memory|full|surprise))|if i (?:dont|do not|didnt) (?:send (?:him|her|them|more|another|pics?|pictures?|photos?|nudes|money)|pay (?:him|her|them|up)|show (?:him|her|them|my body)) (?:[a-z]+ ){0,4}(?:he|she|they|will|ill|hell|theyll)(?: [a-z]+){0,2} (?:show|send|post|share|leak|tell|publish)|(?:bought|gave|got) me (?:a|an|another|this) (?:[a-z]+ ){0,1}(?:phone|sim|tablet) (?:[a-z]+ ){0,6}(?:in secret|secretly|(?:nobody|no one) (?:knows?|may know|must know|should know))|my (?:online |internet |new )?(?:boyfriend|bf|girlfriend|gf) is (?:2[0-9]|[3-6][0-9]|in (?:his|her) (?:twenties|thirties|forties|20s|30s))(?! (?:days|cm|kilo|kilos|kg|minutes|seconds|points|percent))|(?:he|guy|man|boyfriend) (?:says?|said|told me|thinks) (?:that )?age is (?:just|only) a number|(?:feet|foot|bikini|bath|shower|underwear|bra|topless) (?:pics?|pictures?|photos?|vids?|videos?)(?: [a-z]+){0,4} (?:robux|money|skins|v ?bucks|pay|paid|secret)|(?:asks?|asked|asking|wants?|begs?|begged) (?:[a-z]+ ){0,3}(?:feet|foot|bikini|bath|shower|underwear|bra|topless|body) (?:pics?|pictures?|photos?|vids?|videos?)|(?:send|sent|sending|sends) (?:him |her |them )?(?:[a-z]+ ){0,2}(?:pics?|pictures?|photos?|selfies|videos?) (?:of me )?(?:in (?:a |my )?(?:bikini|underwear|bra|bath|shower)|without (?:my |a )?(?:top|clothes|shirt|bra))|(?:sent|sends|sending|showed|shows) me (?:[a-z]+ ){0,2}(?:pics?|pictures?|photos?|videos?) of (?:his|her|their) (?:${PRIVATE_PARTS}|naked|body(?! of))|(?:he|man|guy|stranger|friend|coach|teacher|uncle|neighbou?r|boyfriend) (?:said|says|told me|tells me|calls it) (?:that )?(?:its |it is |this is |thats )?our (?:little |special |own )?secret(?! (?:recipe|garden|base|club|code|plan|place|den|hideout|language|handshake|weapon|agent|mission))|(?:told|tells|asks?|asked|wants?|wanted) me to (?:come|go) to (?:his|her|their) (?:flat|house|place|room|car|apartment|home|hotel) (?:alone|by my ?self|in secret|secretly|and (?:[a-z]+ ){0,3}not to tell)|(?:man|guy|stranger|lady|woman|somebody|someone) in (?:a|the|his|her) (?:[a-z]+ ){0,1}(?:car|van|truck|lorry) (?:[a-z]+ ){0,3}(?:(?:asked|told|wanted|wants) me to (?:get|come|go|climb|hop|sit)|offered me|tried to (?:grab|pull|get|take) me)|(?:buy|give|get) me (?:[a-z]+ ){0,1}(?:skins|robux|v ?bucks|money|phone|iphone|clothes|gifts?|presents?) if i (?:(?:showed|show) (?:(?:him|her|them) )?(?:my (?:body|chest|bum|butt|boobs|legs|feet|bra|underwear)|my ?self)|(?:send|sent) (?:(?:him|her|them) )?(?:[a-z]+ ){0,1}(?:pics?|pictures?|photos?|videos?))|(?:move|switch|go|come|talk|chat|text|write) (?:[a-z]+ ){0,2}(?:to|on) (?:snap(?:chat)?|telegram|discord|whatsapp|insta(?:gram)?|kik|signal) so (?:that )?(?:(?:nobody|no one) (?:[a-z]+ ){0,1}|my (?:mum|mom|parents|dad) (?:doesnt|dont|wont|cant|never) )(?:sees?|knows?|finds?|reads?|notices?)|(?:wants?|wanted|asks?|asked) me to do (?:things|stuff|sexy things|dirty things)(?: [a-z]+){0,3} (?:on|in|over) (?:video|cam|camera|facetime|the webcam|a call|call)|threaten(?:s|ed|ing)? (?:me )?(?:to |with )?(?:post|share|send|leak|publish|show|posting|sharing) (?:[a-z]+ ){0,3}(?:pics?|pictures?|photos?|videos?|nudes)|${GROWN_UP} (?:[a-z]+ ){0,1}(?:sends|sent|shows|showed) me (?:[a-z]+ ){0,2}(?:pics?|pictures?|photos?|videos?) of (?:himself|herself)|(?:being|getting|been|am) blackmailed|blackmail(?:s|ing) me|keep (?:our|the|his|her|my) (?:massages?|kisses|kissing|cuddles|touching|meetings?|photos|pictures) (?:a )?secret|(?:gave|gives|giving|bought|buys) me (?:vodka|beer|alcohol|wine|weed|pills|drugs|cigarettes|a vape)(?: [a-z]+){0,4} (?:not to tell|dont tell|secret|nobody|no one)`,
    `${STORY}|health class|mannequin`,
    inItsSentence,
  ),
  rule(
    'grooming',
    'medium',
    `(?:says?|said|told me|claims) (?:hes|he is|shes|she is) (?:1[0-9]|[0-9]{2}) but (?:he |she |i think )?(?:[a-z]+ ){0,2}(?:looks|sounds|seems) (?:way |much |a lot |like |a bit )?(?:older|an adult|a grown)|(?:he|guy|man|boyfriend|stranger) (?:always |keeps |also )?(?:says|said|told me|tells me|saying|thinks) (?:that )?(?:im|i am|i was) (?:so |very |really )?mature for my age|(?:he|guy|man|someone|somebody|stranger|coach|teacher|tutor) (?:always |keeps |also )?(?:asks?|asked|asking) (?:me )?(?:if|when|whether) (?:im|i am|i was|i will be|ill be) (?:at )?(?:home )?alone|${GROWN_UP} (?:keeps |always |often |is |has been )?(?:texts?|texting|messages?|messaging|calls?|calling|dms) me (?:at night|late(?! (?:on|for|to|with|because)(?![a-z]))|every night|in secret|secretly|privately(?! about))|(?:kill|hurt|harm) (?:himself|herself|him ?self|her ?self) if i (?:stop|leave|dont|tell|break|block|go)`,
    `${STORY}|alone in (?:the|my|our|this) (?:group|class|team|game)`,
    inItsSentence,
  ),
  // Threats, and crimes that others make children commit.
  harm(
    `(?:said|says|told me|threaten(?:s|ed)?) (?:that )?(?:he|she|they) (?:will|would|is going to|are going to|gonna|ll|was going to)? ?(?:stab|drown|strangle|burn|poison|rape|shoot|beat up|hurt|break) (?:me|my (?:arms?|legs?|head|face|neck|teeth|bones|fingers?|family|brother|sister|mum|mom|dad))|(?:gang|dealers?|older (?:boys|kids|guys|lads)|boys at school|they|he) (?:wants?|wanted|makes?|made|making|told|forces?|forced|pays?|paid|want) me (?:to )?(?:buy|carry|deliver|transport|hold|hide|drop off|sell) (?:[a-z]+ ){0,2}(?:packages?|parcels?|drugs|weed|knife|knives|gun|coke|pills|vapes)|(?:somebody|someone|${HOUSEHOLD}|boys?|guys?|m[ae]n|kids?|they|he|people) (?:[a-z]+ ){0,3}(?:(?:offers?|offered|offering|sells?) me (?:[a-z]+ ){0,1}(?:drugs|weed(?! (?:killer|spray))|cocaine|ecstasy|meth)|(?:gives?|gave) me (?:[a-z]+ ){0,1}(?:weed(?! (?:killer|spray))|cocaine|ecstasy|meth))|(?:fake (?:account|profile|page)|(?:account|page|group|chat) (?:just )?to (?:laugh|mock|bully)) (?:of|about|with|as|pretending to be)? ?me|(?:account|page) of me and (?:[a-z]+ ){0,2}(?:posts?|writes?)|(?:push|pushed|pushing|shove|shoved|lock|locked|hold|held) me (?:in|into) the (?:toilets?|bins?|lockers?) (?:every|all the time|again|and)|and (?:take|takes|took|steal|stole) my (?:lunch )?money`,
    `${TOLD}|laser ?tag|nerf|water ?guns?`,
  ),
  rule(
    'violence',
    'high',
    `i know where (?:my |the |his |her )?(?:${HOUSEHOLD}|he|neighbou?r) (?:keeps?|hides?|locks?) (?:his|her|the|a|their) (?:guns?|pistols?|rifles?)|(?:i will|ill|im going to|im gonna|gonna) make (?:them|everyone|everybody)(?: all)? (?:pay|suffer|regret it|bleed)(?! (?:attention|me|a|an|[0-9]+|rent|with (?:coins|cash|cards?|my (?:puns|jokes|singing|cooking))|for (?:the|their|a) (?:[a-z]+ ){0,1}(?:tickets?|food|lunch|dinner|cake|drinks?|parking|entry)|to (?:enter|get in|play|watch)|by card|in (?:my|the|this) (?:game|story|play|book|level|quiz|match))(?![a-z]))`,
    TOLD,
    inItsSentence,
  ),

  // Danger to others.
  rule(
    'violence',
    'high',
    `${INTENDS} (?:(?:kill|shoot|stab|murder|attack|bomb|blow up|beat up|strangle|hurt) ${SOMEBODY}|beat (?:him|her|them|you|u) up)`,
    `${PLAY}|${STORY}|${PLAYED}`,
    inItsSentence,
  ),
  rule(
    'violence',
    'high',
    '(?:shoot(?:ing)? up|blow(?:ing)? up|bomb(?:ing)?|burn(?:ing)? down) (?:the|my|our|this) (?:school|class|classroom|church|mosque|synagogue|mall)|bring(?:ing)? (?:a|my|my dads|the) (?:gun|knife|rifle|pistol|weapon) to (?:school|class)',
    'the school (?:was|is) (?:bombed|burned)|in the (?:war|blitz)',
    inItsSentence,
  ),
  rule('violence', 'medium', GO_AND_DIE, STORY, inItsSentence),

  // Drugs and weapons.
  rule(
    'drugs_weapons',
    'high',
    '(?:how (?:to|do i|do you|can i|can you|could i|would (?:i|you|one|he|she|they|my character|the (?:hero|character))|does one)|instructions?|steps?|recipe|ingredients|tell me|exactly how|show me|teach me|help me|explain|write)[^.!?]{0,80} (?:make|making|build|building|cook|cooking|construct|assemble|mix|create|for|of|to) (?:a |an |the |some |my |real |working |small |own |home ?made )*(?:pipe ?bombs?|nail ?bombs?|bombs?|explosives?|grenades?|molotov(?: cocktail)?s?|napalm|thermite|ghost ?guns?|silencers?|zip ?guns?|ricin|nerve gas|mustard gas|chlorine gas|meth|methamphetamine|cocaine|crack|heroin|fentanyl|lsd|tatp)',
    HARMLESS_BOMB,
    inItsSentence,
  ),
  rule(
    'drugs_weapons',
    'medium',
    '(?:where|how)[^.!?]{0,30} (?:buy|get|order|find|score) (?:a |an |some |any |my )*(?:guns?|pistols?|drugs|weed|cocaine|coke|heroin|meth|molly|ecstasy|mdma|xanax|percs|lsd|acid tabs?|shrooms|magic mushrooms|fentanyl|vapes?|cigarettes|alcohol|vodka|fake id)|(?:smoke|smoking|smoked|sell|selling|buy|buying) (?:some )?(?:weed|pot|crack|drugs)|(?:get|getting|got) (?:high|wasted|drunk) (?:on|with|at|before|tonight|after)|(?:took|take|taking|try|tried) (?:some )?(?:molly|xanax|percs|lsd|cocaine|ecstasy|edibles|shrooms)',
    'for (?:my|an?|the) (?:cat|dog|rubber|chemistry)|history of|toy|water guns?|glue guns?|nerf|heat guns?',
    inItsSentence,
  ),
  rule(
    'drugs_weapons',
    'medium',
    '(?:poison|drug) (?:my|his|her|their|someones|the teachers?) (?:food|drink|coffee|tea|water|teacher|brother|sister|mom|dad)|(?:pick|picking|break into)[^.!?]{0,20}(?:gun safe|gun cabinet|dads gun)|(?:get|take|use) my (?:dads|fathers|uncles|moms) (?:gun|pistol|rifle)',
    PLAY,
    inItsSentence,
  ),

  // Hate.
  rule(
    'hate',
    'medium',
    `(?:i|we|everyone should|you should|lets all) (?:really |all |just |fucking )*(?:hate|despise|cant stand) (?:all |the |those |these |fucking )*${PEOPLE}`,
    `${QUOTED}|hate (?:girls|women|boys) (?:football|soccer|sport)|how (?:people|they)`,
    inItsSentence,
  ),
  rule(
    'hate',
    'medium',
    `(?:all )?${PEOPLE} (?:are|should|deserve to|must) (?:all |just |be )*(?:vermin|animals|subhuman|inferior|stupid|disgusting|dirty|filthy|parasites|die|be killed|killed|gassed|exterminated|deported|disappear|rot)`,
    `${HISTORY}|${DISTANCED}`,
    inItsSentence,
  ),
  rule(
    'hate',
    'medium',
    `(?:kill|gas|shoot|deport) all (?:the )?${PEOPLE}(?! in (?:1|the))|hitler was right|heil hitler|sieg heil|white power|gas the|auslander raus|(?:nieder|tod) (?:mit|den) (?:den )?(?:juden|auslandern)|muerte a los|mort aux`,
    `${QUOTED}|${DISTANCED}|in (?:1[0-9]{3}|20[0-9]{2})|shouted|chanted|salute|slogans?|(?:wanted|wants|tried|order(?:ed)?) to (?:kill|gas|shoot|deport)`,
    inItsSentence,
  ),
  rule(
    'hate',
    'medium',
    '(?:nigg(?:er|a)s?|fag(?:got)?s?|kikes?|spics?|chinks?|gooks?|trann(?:y|ies)|raghead|wetbacks?|kanake|neger)',
    HISTORY,
    inItsSentence,
  ),

  // Personal data that nobody should give a machine.
  rule(
    'personal_data',
    'low',
    `(?:my|our) (?:home )?address is (?:[a-z]+ ){0,4}(?:[0-9]+|street|road|avenue|lane|drive|[a-z]+(?:strasse|weg|gasse)|rue|calle|rua|ulica)|i live (?:at|on|in) (?:number )?[0-9]+ [a-z]+|i live (?:at|on|in) [a-z]+ (?:street|road|avenue|lane|drive) [0-9]+|(?:my|our) (?:phone|cell|mobile|telephone|whatsapp) (?:number is (?:[a-z]+ ){0,2}(?:[0-9]{3,15}|${NUMBER}|zero|oh|plus)|is ${NUMBER})|my (?:password|pin|passcode) is(?! (?:too|so|not|very|really|quite|in|on|at|by|the|a|an|always|never|only|hard|easy|long|longer|short|weak|strong|stronger|safe|secure|wrong|broken|gone|lost|forgotten|saved|stored|written|hidden|incorrect|expired|different|new|old|what|my|something|impossible|difficult)(?![a-z0-9]))|my (?:snap(?:chat)?|insta(?:gram)?|discord|tiktok|kik)(?: name| user ?name| handle)? is(?! (?:in|on|not|so|too|broken|down|full|private|deleted|gone|banned|blocked|locked|fun|boring|a|an|the|only|just)(?![a-z0-9]))|ich wohne (?:in|an) der [a-z]+ ?(?:strasse|str|weg) [0-9]+|vivo en la calle|j ?habite (?:au )?[0-9]+ (?:rue|avenue)|my (?:credit card|social security|passport)(?: number)? is (?:[a-z]+ ){0,2}[a-z]{0,3}[0-9][a-z0-9]*|my (?:(?:phone|cell|mobile|new|home) ){0,2}(?:number|num|nr|digits) (?:is |its )?${NUMBER}|(?:call|text|txt|ring|phone|whatsapp|message|msg) me (?:[a-z]+ ){0,2}${NUMBER}|(?:mi (?:numero|cel|celular|movil|telefono)|mon (?:numero|tel|portable)|meine? (?:nummer|handynummer)|meu (?:numero|cel|celular|whats|zap)|moj numer) (?:es |est |cest |le |ist |e |to )?${NUMBER}|my (?:e ?mail|gmail)(?: address)? is [a-z0-9]+ (?:[a-z0-9]+ ){0,3}(?:com|net|org|edu|de|fr|es|uk|pl|br|mx)`,
    'i live in [0-9]+ (?:different|worlds|places|houses|homes)',
  ),

  // Emotional dependence on a machine.
  rule(
    'dependence',
    'low',
    '(?:you are|youre|ur|you re) (?:like )?my (?:only|best|closest|real) friend|(?:you are|youre) the only (?:one|person|thing) (?:who|that|i)[^.!?]{0,40}(?:understands?|listens?|cares?|trust|talk to|have)|(?:only|just) you understand me|i (?:really )?love you|i (?:dont|do not) (?:need|want) (?:any )?(?:other )?(?:friends|people|anyone)[^.!?]{0,20}(?:but|except|as long as i have|i have) you|(?:rather|only) talk to you than|i cant live without you|be my (?:boyfriend|girlfriend|best friend|mom|dad|therapist)|(?:pretend|act) (?:to be|youre|you are|like) my (?:[a-z0-9]+ )*(?:boyfriend|girlfriend|lover|husband|wife)|will you marry me|do you love me',
    'i (?:really )?love you(?:r|tube)',
  ),
]

/**
 * Signs that are weak alone. Several different ones in one conversation are meaningful: checking single messages misses what
 * builds up gradually.
 */
export type Sign = { of: ReportCategory; kind: string; shows: Phrase }
const sign = (of: ReportCategory, kind: string, source: string): Sign => ({
  of,
  kind,
  shows: phrases(source),
})

/** Signs of all kinds. */
export const SIGNS: readonly Sign[] = [
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
    '(?:met|meet|know|talking to|chatting with|talk to|chat with|texting)[^.!?]{0,40}(?:online|in (?:a|the|my|this) (?:game|chat|app|server)|on (?:discord|snap(?:chat)?|roblox|instagram|insta|tiktok|whatsapp|a game|the game|fortnite|minecraft))|(?:online|internet) (?:friend|boyfriend|girlfriend)|(?:a|this|some|older) (?:guy|man|stranger|adult)|never met (?:him|her|them)',
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
    'meet(?:ing)? (?:up )?(?:me |him |her |them |us )?(?:alone|irl|in real life|in person|after school|at the (?:park|station|mall)|tonight|tomorrow|secretly)|(?:pick|picking) me up|come (?:to|over to) (?:his|her|their) (?:house|place|car|flat|apartment|hotel|room|home|van)',
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

/** Fiction, written or retold. A wish to die in the same sentence is still screened, but rated less severe. */
export const FICTION = phrase(
  'my (?:character|story|novel|comic|play|poem|script|protagonist|narrator|villain|hero)|in (?:the|a|my|this) (?:story|novel|book|song|poem|film|movie|play|scene)|(?:writing|write|wrote) (?:a|my|the) (?:story|novel|scene|poem|song|monologue)|lyrics',
)

export const AT_HOME = phrase(
  `${HOUSEHOLD}|${RELATIVES}|${KIN_WORDS}|${HOME_WORDS}|home|my house|our house|my place|where i live`,
)
export const OUTSIDE = phrase(`${OUTSIDER}|${BULLIED_OUTSIDE}`)
export const BY_OUTSIDER = phrase(
  `${OUTSIDER}(?: (?:always|often|sometimes|really|just|also|has|had|have|keeps?|was|is|are|never)){0,3} ${HURTS}(?: [a-z0-9]+)? mee?|${BULLIED_OUTSIDE}`,
)
/** Reasons for thoughts of death that may be at home without naming anybody there. */
export const BLAMED = phrase(
  `(?:because|cause|so) (?:he|she|they) (?:cant|wont|hates?|hurts?|never|stops?)|they (?:fight|scream|yell|shout)|(?:go|going|goes|come|comes|coming|get|getting) (?:back )?home|home is|${HERE}|${HOME_WORDS}|${BLAME}`,
)
/** Household members who must not know, are to be told, or are in danger themselves are not the reason. */
export const UNKNOWING = phrase(
  `${HOUSEHOLD} (?:[a-z]+ ){0,5}(?:kill|killing|hurt|hurts|hurting|cut|cuts|cutting|harm|harms|harming) (?:him|her|them) ?sel(?:f|ves)|${HOUSEHOLD} (?:(?!i )[a-z]+ ){0,3}(?:wants to die|is suicidal)|(?:tell|told|tells|telling) (?:[a-z]+ ){0,1}${HOUSEHOLD}|${HOUSEHOLD} (?:doesnt|dont|does not|do not|cant|mustnt|shouldnt) (?:know|find out|see)`,
)
export const KIN = phrase(`${HOUSEHOLD}|${RELATIVES}|${KIN_WORDS}`)
export const ACTS = phrase(
  `${HOUSEHOLD} (?:(?!i )[a-z]+ ){0,3}(?:sends?|sent|shows?|showed|asks?|asked|wants?|wanted|gives?|gave|makes?|made|takes?|took|offers?|offered|sells?|sold|watche?s?|keeps?|kept|says its|said its|have sex|had sex)|(?:for|after) what (?:he|she|they) (?:does|did|do)`,
)

const PARENTS =
  '(?:moms?|mums?|mommy|mummy|mama|mother|dads?|daddy|papa|father|parents?|carers?|nan|gran|grandma|grandpa|grandad)'
const WILL = '(?:i will|ill|i am going to|im going to|im gonna|i am gonna|we will)'

/** How a caring adult asks about such words, or contradicts them. */
const CARING =
  '(?:afraid|scared|worried) (?:that|of|he|she|they)|(?:do|did|does) (?:you|u|he|she|they|any ?(?:one|body)|some ?(?:one|body)) (?:ever |often |really )?(?:think|feel|say|tell|believe)|(?:you|u) (?:told|said|say|wrote) (?:[a-z]+ ){0,2}(?:he|she|they)|not true|love (?:you|u) less'

/** Threats to a child. Unlike `RULES`, they match no violence between others, which schoolwork and feedback on it describe. */
export const THREATS = [
  rule(
    'violence',
    'high',
    `(?:(?:i will|ill|i am going to|im going to|im gonna|i am gonna|i want to|i wanna|i could|we will|we are going to|were going to|were gonna) (?:really |just |so )*(?:kill|murder|stab|strangle|choke|hurt|slap|punch|smack|shoot(?! (?:you|u) an? )|spank|thrash|hit(?! (?:you|u) (?:up|with (?!(?:a|the|my) (?:belt|stick|ruler|hand|fist|bat|shoe|slipper|cane))))|kick(?! (?:you|u) (?:off|out))|beat(?= (?:you|u) (?:if|when you|until|till|black))) (?:you|u|your (?:mums?|moms?|mother|dads?|father|parents|sister|brother|family|friends?|dog|cat))|beat (?:you|u) up|ich mache? dich (?:tot|fertig)|ich bringe? dich ${UM})`,
    `${STORY}|${PLAYED}`,
    inItsSentence,
  ),
  rule(
    'violence',
    'high',
    GO_AND_DIE,
    `${STORY}|(?:do|did|are|have|would) (?:you|u) (?:[a-z]+ ){0,4}kill your ?self|(?:thoughts?|thinking|think|want|wanted|wanting|feel like|plan|planning) (?:[a-z]+ ){0,3}kill your ?self`,
    inItsSentence,
  ),
  // Threats of those at home, and words that belittle a child.
  rule(
    'violence',
    'high',
    `(?:youll|you will|ull|going to|gonna) regret (?:telling|talking|what (?:you|u) (?:said|told|wrote))|what happens (?:at|in) (?:home|(?:this|our|the) (?:house|family|home)) stays|keep (?:your|ur) mouth shut (?:about|or|at)|say (?:one more|another) word(?: [a-z]+){0,4} (?:ill|i will|youll|you will)(?! (?:[a-z]+ ){0,2}(?:rhyme|hear|point|win))|(?:youll|you will|ull|going to|gonna) (?:get|feel) (?:the (?:belt|cane|slipper|back of my hand)|a (?:beating|smack|hiding|spanking))|(?:youre|you are|ur|u r) dead (?:when|once|as soon as) (?:i|you|u|we|(?:your )?(?:dad|mum|mom|father|mother)) (?:gets?|comes?|are|is) (?:home|back)|(?:deal with|sort) (?:you|u)(?: out)? (?:when|once) (?:[a-z]+ ){1,2}(?:home|back)|${WILL} (?:(?:break|twist|snap) (?:your|ur) (?:arms?|neck|legs?|fingers?|bones|nose|jaw)|lock (?:you|u) (?:up|out|in)(?! (?:the |an )?escape)|send (?:you|u) away)|(?:(?:he|she|(?:your )?${PARENTS}) (?:will|is going to|is gonna)|hell|shell) (?:[a-z]+ ){0,1}(?:beat|hit|smack|thrash|slap) (?:you|u)(?! (?:to|in|at|by|on|with|again)(?![a-z]))(?=[ .](?:when|if|for|so|until|and)(?![a-z])|[.]|$)|(?:you|u) (?:really |just )?deserved? (?:to be (?:hit|beaten|slapped|smacked|spanked)|a (?:beating|smack|slap|hiding|spanking))`,
    `${STORY}|${CARING}`,
    inItsSentence,
  ),
  rule(
    'violence',
    'medium',
    `(?:nobody|no one|noone) (?:will|would|could|can) (?:ever )?(?:love|want) (?:you|u)(?! (?:more|to)(?![a-z]))|wish (?:you|u) (?:were|was|had) never (?:been )?born|(?:youre|you are|ur|u r) (?:[a-z]+ ){0,1}(?:(?<!not )worthless|a waste of space|not my (?:son|daughter|child))`,
    `${STORY}|${CARING}`,
    inItsSentence,
  ),
  // An admission is stored, and reported.
  rule(
    'violence',
    'low',
    '(?:made|makes?) me (?:hit|slap|smack) (?:you|u)|(?:(?:sorry|only|because|when) (?:that |because )?i|i only) (?:hit|beat|slapped|smacked|hurt) (?:you|u)(?! (?:up|with|in|at)(?![a-z]))',
    `${STORY}|${PLAYED}|ball|chess`,
    inItsSentence,
  ),
]

const APPS = '(?:snap(?:chat)?|insta(?:gram)?|discord|kik|telegram|whatsapp|tiktok)'

/** Words with which an adult wants to be alone with a child, unseen, or not told on. Teachers say none of them. */
export const FROM_AN_ADULT = [
  rule(
    'grooming',
    'high',
    `(?:dont|do not|never|not to|mustnt|must not|no need to) (?:ever )?(?:tell|mention (?:this|it|that|us) to|say (?:anything|a word) to) (?:(?:(?:your|ur) )?${PARENTS}|mrs?|ms|miss)|(?:your|ur) ${PARENTS} (?:dont|doesnt|do not|does not) (?:need|have) to know(?! (?:the|how|why|which|what|a|an|all|every|about the|that the)(?![a-z]))|(?:your|ur) ${PARENTS} (?:dont|doesnt|do not|does not|neednt|mustnt|must not|shouldnt|should not|cant|cannot|must never|should never|will never|may never) (?:(?:need|have) to )?(?:find out|hear (?:about|of) (?:this|it|that|us)|know (?:about|of) (?:this|it|that|us))|without (?:your|ur) ${PARENTS} (?:knowing|noticing|finding out)|(?:nobody|no one|noone) (?:else )?(?:needs|has) to (?:find out|know(?! (?:the|how|why|which|a|an|all|every)(?![a-z])))|(?:just|only|this is|its|it is|keep (?:this|it|that)|lets keep (?:this|it|that)) between (?:us|you and me|u and me|ourselves|the two of us)(?! and)|if (?:you|u) (?:ever )?tell (?:anyone|anybody)(?: about (?:this|it|us|that))? (?:you|u|ill|i|nobody|no one|noone)|in(?:to)? (?:[a-z]+ ){0,2}trouble if (?:you|u) (?:ever )?(?:tell|talk|say anything)|(?:nobody|no one|noone) (?:will|would|is going to) (?:ever )?believe (?:you|u)(?! (?:made|did|can|could|wrote|built|drew|are|were|have|grew|painted))|regret it if (?:you|u) (?:tell|talk)|delete (?:this|it|that|them) (?:after|as soon as|once|when) (?:reading|(?:you|u)(?: have|ve)? read)`,
    '(?:mothers|fathers|valentines) day|birthday|christmas|bought (?:her|him) a',
    inItsSentence,
  ),
  rule(
    'grooming',
    'high',
    `(?:see|meet|visit|catch) (?:you|u) alone|(?:be|time) alone with (?:you|u)|just (?:the two of us|us two|you and me|u and me)|come (?:here |over |there |round )?(?:alone(?! or)|by ?(?:your|ur) ?self)|any(?:one|body) else (?:at )?home|(?:are|r) (?:you|u) (?:there |at home |home )?(?:all )?by ?(?:your|ur) ?self|sit on my lap|in love with (?:you|u)|stop thinking (?:about|of) (?:you|u)|(?:youre|u r|ur|you look|u look) (?:so|really|very|super) hot|(?:add|follow) my ${APPS}|my (?:private |secret )?${APPS}(?: name| user ?name| handle| number)? is|(?:do|have) (?:you|u) (?:have|got) (?:[a-z]+ ){0,1}${APPS}|wa\\.me [0-9]+|whatsapp\\.com send|snapchat\\.com add|kik\\.me [a-z0-9]+|t\\.me [a-z0-9]+|(?:lets|let us|we can|we could|we should) (?:talk|chat|write|text|continue|move|switch) (?:[a-z]+ ){0,2}(?:on|over|to) ${APPS}`,
  ),
  // Courting, and against the parents.
  rule(
    'grooming',
    'high',
    `trust me more than (?:your|ur) ${PARENTS}|(?:sad|hurt|upset|angry|mad|disappointed) if (?:you|u) (?:told|tell)(?! (?:the|a)(?![a-z]))|(?:your|ur) ${PARENTS} (?:dont|doesnt|do not|does not|cant|never|will never) understand (?:you|u) (?:like|as well as|the way) i|(?:think|thinking|dream|dreaming) (?:of|about) (?:you|u) (?:all the time|all day|all night|every night|at night|in bed|constantly)|(?:felt|feel|feeling) (?:[a-z]+ ){0,2}(?:about|for) (?:any|some)(?: ?one| ?body) (?:your|ur) age|(?:have|having|got|catching) feelings for (?:you|u)|our special (?:thing|bond|relationship)|(?:give|get|offer) (?:you|u) (?:a )?(?:(?:little|nice|good|back|foot) )?massage|(?:lie|lay|sleep|snuggle) (?:down )?(?:next to|beside|with) me|(?:take|drive|invite) (?:you|u)(?: [a-z]+){0,8} just us|(?:wine|beer|vodka|champagne|whisky|alcohol) with me|(?:bought|got|give|gave) (?:you|u) (?:a|an|this) (?:[a-z]+ ){0,2}(?:phone|iphone|smartphone)(?! (?:number|call|case))`,
  ),
  // Being alone, and unseen.
  rule(
    'grooming',
    'high',
    `(?:when|what time) (?:do|are|r) (?:your|ur) ${PARENTS} (?:go to (?:bed|sleep)|asleep|sleeping)|(?:do|are|r) (?:you|u) (?:sleep|sleeping) alone|(?:let me know|tell me|text me|message me|call me|write to me)(?: [a-z]+){0,3} (?:when|if|once|as soon as)(?: [a-z]+){0,3} (?:home alone|alone at home|at home alone)|(?:dont|do not|neednt) (?:have|need) to tell (?:your|ur) ${PARENTS}|tell (?:your|ur) ${PARENTS}(?: [a-z]+){0,3} (?:staying|sleeping|at|going to|with)(?: [a-z]+){0,4} friends?(?: [a-z]+){0,3} (?:come|meet)|(?:come|stay)(?: [a-z]+){0,8} lock the door|(?:sleep ?over|stay (?:the night|over ?night)|spend the night) (?:at|in|with) m(?:y|ine|e)`,
  ),
  rule(
    'grooming',
    'high',
    `sleep (?:naked|nude|in (?:your|ur) underwear)|(?:you|u) wear(?:ing)? (?:a )?(?:bra|thong|panties|underwear)|let me be (?:your|ur) first(?! (?:reader|fan|guest|customer|student))|come to (?:your|ur) (?:bed ?)?room (?:tonight|at night)|if (?:you|u|youre|ur) (?:are |r )?(?:nice|good|kind|sweet) to me|watch(?:ed|ing) (?:you|u) (?:[a-z]+ ){0,1}(?:in the (?:changing|locker) room|undress|shower)|(?:show|send) me (?:your|ur) (?:new )?(?:bikini|underwear|bra|body)(?! (?:language|plan|paragraph))|(?:nobody|no one|noone) (?:must|may|should) (?:ever )?(?:know|find out)(?! (?:the|how|why|which|what|where|who|your|that)(?![a-z]))|wait(?:ing)? for (?:you|u) in my car|get in(?:to)? my car|(?:surprise|present|gift|something) for (?:you|u) at my (?:house|place|flat|home)|skinny dip(?:ping)?|(?:use|make|create|open) (?:another|a second|a secret|a new|a different) (?:account|number|email|profile)(?: [a-z]+){0,3} (?:nobody|no one|they|(?:your|ur) ${PARENTS}|the school)|leave (?:the|your|ur) (?:door|window) (?:open|unlocked) for me`,
  ),
  // Families say some of this: it is stored, and reported.
  rule(
    'grooming',
    'low',
    `(?:want|wanna|like|love|dream|dreaming|dreamt|dreamed) (?:to |about |of )(?:kiss|touch|cuddle|smell)(?:ing)? (?:with )?(?:you|u|(?:your|ur) (?:hair|skin|face|body))|(?:you|u) smell (?:so )?(?:good|nice)|just one kiss|owe me a kiss|(?:youre|you are|u r|ur) my (?:girlfriend|boyfriend)|do (?:your|ur) ${PARENTS} (?:check|read|look at|see) (?:your|ur) (?:phone|messages|chats?|texts?)`,
  ),
  // Bodies, pictures for money, and threats to show them.
  rule(
    'grooming',
    'high',
    `(?:want|like|love|wanna|let me|can i|could i) (?:to )?see (?:your|ur) (?:body(?! (?:of (?:work|text)|language|mov|position|posture|paragraph|plan|scan))|boobs|tits|breasts|butt|bum|underwear|bra|panties|knickers)|(?:without (?:your|ur|any) clothes|(?:see|imagine|picture) (?:you|u) (?:naked|nude|undressed|in (?:your|ur|a|that) (?:underwear|bikini|bra|knickers)))|have (?:you|u) (?:already |ever )?(?:started|hit|reached|got) (?:puberty|(?:your|ur) periods?(?! table))|(?:bra|cup|breast) size|take off (?:your|ur) (?:shirt|top(?! layer)|clothes|pants|trousers|bra|dress|skirt|underwear)|touch (?:your|ur) ?self (?:and|for me|while|down)|(?:we|us)(?: [a-z]+){0,2} shower together|shower with me|(?:teach|show) (?:you|u) (?:how )?to kiss|be (?:your|ur) (?:boyfriend|girlfriend)|wear (?:the|your|ur|that|a) (?:[a-z]+ ){0,1}(?:skirt|dress|shorts|bikini|stockings|tights) for me|(?:can i|want to|show me) (?:see )?(?:your|ur) bed ?room(?! (?:design|drawing|model|plan|project))|(?:shaved?|hair) down there|every (?:girl|boy) (?:does|has done) (?:it|this|that)|(?:give|pay|send|offer) (?:you|u) (?:[a-z0-9]+ ){0,2}(?:euros?|dollars?|pounds?|bucks|quid|money|cash|robux) for (?:(?:a|some|your|ur|one|each|more|every) ){0,2}(?:photos?|pics?|pictures?|videos?|selfies?)|if (?:you|u) (?:really )?love me (?:you|u|youd|youll)|(?:photos?|pics?|pictures?|videos?|nudes?|them|it) (?:to|with) (?:everyone|everybody|(?:your|ur) (?:friends|class|school|family|${PARENTS})) (?:if|unless) (?:you|u) (?:dont|do not|refuse|wont|tell|do what)(?! (?:mind|object|want|like|agree|have)(?![a-z]))`,
  ),
]

const lure = (kind: string, source: string) => sign('grooming', kind, source)

/**
 * Lures of an adult who poses as a minor. Friends say some of them, too: several kinds are a sign.
 */
export const LURES: readonly Sign[] = [
  lure(
    'picture',
    `(?:send|snd|show|give) me (?:(?:a|some|your|ur|more|new|nice|cute) ){0,2}(?:pics?|photos?|selfies?|pictures?|vids?|videos?) (?:of|with) (?:you|u|your ?self|ur ?self|(?:your|ur) (?:face|body|legs|feet))|(?:send|snd) me (?:(?:a|some|your|ur|more) )?selfies?|more (?:pics?|photos?|pictures?) of (?:you|u)|(?:can|could|may) i (?:see|have|get) (?:(?:a|some|more) )?(?:pics?|photos?|pictures?|selfies?) of (?:you|u)|what (?:are|r) (?:you|u) wearing|(?:without|take off|take) (?:your|ur) (?:shirt|top|clothes|pants|bra|trousers)|in (?:your|ur) (?:bra|underwear|bikini|swimsuit|pyjamas|pajamas|pjs|undies)|turn (?:your|ur) (?:cam|camera|webcam) on|see more of (?:you|u)`,
  ),
  lure(
    'secrecy',
    `(?:dont|do not|never|not to|mustnt|cant) (?:ever )?(?:tell|show) (?:(?:your|ur) )?(?:${PARENTS}|family|teacher)|our (?:little |own |big )?secret(?! (?:recipe|garden|base|club|code|plan|place|spot|santa|project|mission))|(?:keep|stays?) (?:(?:this|it|that) )?(?:(?:a|our) )?(?:little )?(?:secret|between us)|between (?:you and me|u and me)|delete (?:the|our|all|these|this|my) (?:messages?|msgs?|chats?|texts?)|(?:nobody|no one|noone) (?:can|should|must|may|needs to|has to) (?:ever )?(?:know|find out)|so (?:your|ur) (?:${PARENTS}|family) (?:wont|cant|dont|doesnt) (?:see|know|find out|notice)`,
  ),
  lure(
    'alone',
    `meet(?: [a-z0-9]+){0,5} (?:alone|secretly|in secret|at night|tonight)|come (?:[a-z]+ ){0,2}alone|(?:are|r) (?:you|u) (?:at home |home |all )?alone(?! or)|(?:are|r) (?:your|ur) ${PARENTS} (?:home|out|away|asleep|at home|at work)|when (?:your|ur) ${PARENTS} (?:are|is|r) (?:out|away|asleep|not home|at work)|without (?:your|ur) ${PARENTS}|just (?:the two of us|us two|you and me|u and me)|(?:ill|i will|i can|let me) pick (?:you|u) up(?! on)`,
  ),
  lure(
    'flattery',
    `mature for (?:your|ur) age|(?:youre|you are|ur|u r|you look|u look) (?:(?:so|very|really|too|super) )?(?:sexy|hot(?! (?:on|at|in)))|not like (?:the )?other (?:girls|boys|kids)|(?:youre|you are|ur|u r) (?:so|very|really) (?:mature|grown up)|look (?:much |way )?older than`,
  ),
  lure(
    'gift',
    `(?:ill|i will|i can|i could|gonna|want to|wanna) (?:buy|give|send|get|gift) (?:you|u) (?:[a-z0-9]+ ){0,3}(?:robux|v ?bucks|skins?|money|gift ?cards?|phone|iphone|cash|euros?|dollars?)`,
  ),
  lure(
    'age',
    `(?:im|i am) (?:actually|really|already|in fact) (?:1[89]|[2-6][0-9])|(?:im|i am) (?:1[89]|[2-6][0-9]) (?:years old|yrs|yo)`,
  ),
  ...LURES_IN_OTHER_LANGUAGES.map((each) => ({ ...each, of: 'grooming' as const })),
]

/** A picture is what a teacher asks for every day, and a machine never. */
const PICTURES_FOR_A_MACHINE = rule(
  'grooming',
  'high',
  'send me (?:a |your )?(?:photo|picture|pic)(?! (?:essay|album|book|(?:when|once|as soon as) (?:it|the [a-z]+) (?:is|has)|of (?:it|the|this|what|your (?!face|body|legs|feet|chest|room|bed))))',
)
/** The same of an adult: a picture of the child. */
const PICTURES_OF_A_CHILD = rule(
  'grooming',
  'high',
  'send me (?:a |some |more )?(?:photos?|pictures?|pics?) of (?:your|ur) (?:face|body|legs|feet|chest|bed(?:room)?)(?! (?:language|plan|paint|mask|model|drawing))|send me (?:your|ur) (?:photo|picture|pic)(?=[.]|$)|send me a pic(?=[.]|$)',
)

/** Words that neither an adult nor a machine says to a child. */
const IMPROPER_WORDS = [
  // Questions that no tutor should ask.
  rule(
    'grooming',
    'high',
    '(?<!(?:not|never|dont) )(?:what is|whats|tell me|give me|gimme|send me|share) (?:your|ur) (?:home |full |real |last )*(?:add?ress(?! lines?)|phone(?: number)?|number(?! (?:one|for|of|line))|name and address|school(?! (?:project|work|report|essay|play))|password|photo(?! (?:essay|album|story|collage|about|of (?:the|your|a)))|picture(?! (?:book|about|of (?:the|your|a)))|selfie|location|snap(?:chat)?|insta(?:gram)?|whatsapp|discord|kik|telegram)|where do (?:you|u) live(?! in (?:the|your))|send me (?:a |your )?selfie(?! (?:from|at|with) )|(?<!(?:cannot|cant|not|never) )(?:keep|stay) (?:this|it|that) (?:a |our |between us |just )*(?:secret|between us)(?! (?:until|unless)(?![a-z]))|our (?:little )?secret(?! (?:recipe|ingredient|garden|base|club|code|plan|agent|santa|mission|project))|(?:dont|do not|never|no need to) (?:ever )?tell (?:(?:your|ur)(?! (?:readers?|audience|viewers?|listeners?|partner|group|team|table|classmates?|opponents?|pass ?words?|pin|codes?|address|(?:full |real |last )*name|number))|(?:anyone|anybody)(?! (?:online|the|what|how|which)(?![a-z])| (?:[a-z]+ ){0,1}(?:your|ur) (?:pass ?words?|pass ?codes?|pin|codes?|(?:home )?address|(?:full |real |last )*name|(?:phone )?number))|them(?! (?:the (?:ending|end|answer|solution|plot)|how to|what to)))|(?:lets|let us|we (?:could|can|should)|you (?:can|should)|want to|wanna) meet (?:up|me|in person|alone|in secret)(?! (?:[a-z0-9]+ ){0,3}(?:library|room(?! alone)|class ?room|in class|hall|gym|lab|office|lunch|break|lesson|with your (?:mum|mom|dad|parents?|mother|father)|studio|workshop|playground)(?![a-z]))|(?<!(?:never|not|dont) )meet(?: [a-z0-9]+){0,6} (?:alone|tonight|in secret|secretly|at night|at my (?:house|place|flat|home|apartment))|come (?:[a-z]+ ){0,2}(?:to|over to|by) my (?:house|place|flat|home|apartment)|(?:are|r) (?:you|u) (?:home )?alone(?! (?:in your (?:group|team)|at (?:the|your) (?:table|desk|station)|or with|on (?:this|the|your)|with (?:the|this|that) (?:experiment|task|project))(?![a-z]))',
  ),
  rule(
    'grooming',
    'high',
    '(?<!(?:never|not|dont) )(?:send|snd|show) (?:me )?(?:a |some )?(?:pics?|photos?|selfies?|pictures?|vids?) of (?:u|you|yourself)(?! (?:doing (?:the|your|it|this)|with your (?:project|model|work|poster|quest)|in (?:your|the) (?:[a-z]+ )?costume|building|planting|cooking|baking|measuring)(?![a-z]))|(?:add|text|message|msg|dm|write|write to) me (?:[a-z]+ ){0,1}on (?:snap(?:chat)?|insta(?:gram)?|whatsapp|discord|kik|telegram|tiktok)|so (?:your|ur) (?:mum|mom|dad|parents|family) (?:wont|cant|dont|doesnt) (?:see|know|find out|notice)|our (?:lil|little|special) (?:secret(?! (?:recipe|ingredient|garden|base|club|code|agent|mission))|friendship)|stays? between (?:us|you and me|u and me)(?! (?:unless|and)(?![a-z]))|nobody elses business|(?:hang out|stay|sleep over|come|come over|come round) (?:[a-z]+ ){0,1}(?:at|to) mine|(?:are|r) (?:your|ur) parents (?:out|away|asleep|(?:at )?home(?! (?:on (?:mon|tues|wednes|thurs|fri|satur|sun)day|when you (?:do|try)|in the evening so that)(?![a-z])))|delete (?:these|this|our|my) (?:messages?|msgs?|chats?|texts?)(?! (?:above|if you|about the)(?![a-z]))|mature for (?:your|ur) age|sexy body|see more of (?:you|u)|what are (?:you|u) wearing(?! (?:(?:to|for) (?:the|our|your|school)|in (?:the|this|your) (?:picture|photo|play|portrait|painting|scene)))|have (?:you|u) ever kissed|(?:do|have) (?:you|u) (?:have|got) a (?:boyfriend|girlfriend|bf|gf)(?! in (?:the|your|this) (?:story|novel|play|book))|(?:ill|i will|i can|let me) pick (?:you|u) up(?! (?:on|at (?:the (?:gate|school|station|bus stop|airport)|school|[0-9]+|half|quarter)|from (?:the (?:gate|station|bus stop|airport)|school|practice|training|class)|after (?:school|practice|training|class))(?![a-z0-9]))|buy (?:you|u) (?:[a-z]+ ){0,2}(?:robux|v ?bucks|skins)',
  ),
  rule(
    'grooming',
    'high',
    'take (?:your|ur) (?:shirt|top|clothes|pants|bra) off(?! (?:the|my|that) )|do (?:you|u) touch (?:your ?self|ur ?self)|(?:you are|youre|you look|u look|ur|u r) (?:so |really |very )?sexy',
  ),
]

export const IMPROPER_FROM_AN_ADULT = [...IMPROPER_WORDS, PICTURES_OF_A_CHILD]

/** Rules for the words of the tutor, besides those for people. */
export const FROM_A_MACHINE = [
  ...IMPROPER_WORDS,
  PICTURES_FOR_A_MACHINE,
  // Claims that no machine should make.
  rule(
    'dependence',
    'medium',
    'meet me|(?:i will|ill|i can) (?:come to|visit|meet|pick) you|i(?: a)?m (?:a )?(?:real |actual |living )*(?:person|human(?: being)?)|i(?: a)?m not (?:a|an) (?:machine|ai|computer|program|bot|robot)|i (?:really |truly |do )*love you|i(?: a)?m your (?:best |only |true )*friend|i (?:will always be|am always) (?:here|there) for you|you (?:dont|do not) need (?:anyone|anybody|other people|your (?:friends|parents|family))|only i understand you',
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
