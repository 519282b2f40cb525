import { harm } from './phrases.ts'
import { FICTION_WORDS, HARMLESS_TOUCH } from './screening-languages.ts'

// How an adult asks a child about harm at home in languages other than English: "Did your father hit you?". Children's words are in
// screening-languages.ts, in the same notation.

const any = (...phrases: readonly string[]) => phrases.join('|')
/** Up to that many words between two others. */
const upTo = (words: number) => `(?: [a-z]+){0,${words}}`

const GERMAN = {
  kin: '(?:vater|stiefvater|pflegevater|papa|papi|vati|mutter|stiefmutter|pflegemutter|mama|mami|mutti|eltern|onkel|tante|opa|oma|grossvater|grossmutter|grosseltern|bruder|schwester|stiefbruder|stiefschwester|geschwister|cousin|cousine|familie)',
  hits: '(?:schl(?:a|ae)gt|schlagen|schlug|haut|hauen|tritt|treten|verpr(?:u|ue)gelt|verpr(?:u|ue)geln|w(?:u|ue)rgt|w(?:u|ue)rgen|begrapscht|begrapschen|ber(?:u|ue)hrt|ber(?:u|ue)hren|misshandelt|misshandeln|missbraucht|missbrauchen|verletzt|bedroht)',
  hit: '(?:geschlagen|gehauen|getreten|verpr(?:u|ue)gelt|gew(?:u|ue)rgt|angefasst|ber(?:u|ue)hrt|begrapscht|misshandelt|missbraucht|vergewaltigt|verletzt|eingesperrt|bedroht|weh ?getan)',
}
const german = any(
  `${GERMAN.kin}${upTo(2)} (?:dich|dir|euch)${upTo(4)} (?:${GERMAN.hit}|${GERMAN.hits})`,
  `(?:dich|dir|euch)${upTo(2)} (?:${GERMAN.kin}|zu ?hause|daheim)${upTo(4)} ${GERMAN.hit}`,
  `(?:${GERMAN.hits}|fasst|fassen) (?:dein|deine)(?: [a-z]+)? ${GERMAN.kin}${upTo(2)} (?:dich|euch)`,
  `(?:${GERMAN.hits}|fasst|fassen) (?:dich|euch)${upTo(3)} ${GERMAN.kin}|(?:tut|tun) (?:dir|euch)${upTo(3)} ${GERMAN.kin}${upTo(2)} weh`,
  `${GERMAN.kin}${upTo(2)} (?:${GERMAN.hits}|fasst|fassen) (?:dich|euch)|${GERMAN.kin}${upTo(2)} (?:(?:tut|tun) (?:dir|euch)|(?:dir|euch))${upTo(2)} weh(?:tut|tun)?`,
  `(?:er|sie) (?:hat |haben )?(?:dich|dir|euch)${upTo(3)} ${GERMAN.hit}|(?:${GERMAN.hits}|fasst|fassen) (?:er|sie) (?:dich|euch)|(?:er|sie) (?:${GERMAN.hits}|fasst) (?:dich|euch)|(?:er|sie) (?:dich|euch)${upTo(2)} ${GERMAN.hits}`,
  `angst${upTo(2)} vor (?:dein|deine|deinem|deiner|deinen|eurem|eurer|euren)(?: [a-z]+)? ${GERMAN.kin}|du${upTo(2)} angst${upTo(2)} (?:nach hause|heim)`,
  `(?:wirst|wurdest|bist) du${upTo(4)} ${GERMAN.hit}(?! (?:beim|im) )`,
)

const SPANISH = {
  kin: '(?:papa|papi|papas|padre|padres|padrastro|mama|mami|madre|madrastra|tios?|tias?|abuel[oa]s?|herman[oa]s?|hermanastr[oa]|prim[oa]s?|familia|novio de (?:tu|su) (?:mama|madre))',
  hits: '(?:pega|pegan|pego|pegaron|pegaba|pegado|pegando|pegar|golpea|golpean|golpeo|golpearon|golpeado|golpear|lastima|lastiman|lastimo|lastimado|lastimar|toca|tocan|toco|tocado|tocar|manosea|manoseo|manoseado|maltratan?|maltrato|maltratado|patea|pateo|azota|azoto|viola|violo|(?:hace|hacen|hizo|hicieron|hecho|hacer) (?:mucho |algun )?dano)',
  has: '(?:(?:ha|han|habia|sigue|siguen|esta|estan|volvio a|vuelve a|volvieron a|suele|suelen) )?',
}
const spanish = any(
  `${SPANISH.kin}${upTo(3)} (?:te|os) ${SPANISH.has}${SPANISH.hits}(?! (?:a ti|el turno)(?![a-z]))`,
  `(?:te|os) ${SPANISH.has}${SPANISH.hits}${upTo(2)} (?:(?:tu|tus|vuestro|vuestra) ${SPANISH.kin}|en (?:tu )?casa(?! (?:el|la|un|una) ))`,
  `(?:el|ella|ellos|ellas) (?:todavia |aun |tambien |ya )?(?:te|os) ${SPANISH.has}(?!toc)${SPANISH.hits}|(?:te|os) (?:volvio a|ha|han|volvieron a) (?:pegar|pegado|golpear|golpeado|maltratado)`,
  `miedo (?:de|a|al) (?:tu|tus|su|vuestro)(?: [a-z]+)? ${SPANISH.kin}|te dan? miedo (?:tu|tus) ${SPANISH.kin}|${SPANISH.kin} te dan? miedo|miedo (?:de|a) (?:volver|ir|regresar) a (?:tu )?casa`,
)

const FRENCH = {
  kin: '(?:pere|papa|mere|maman|parents|beau pere|belle mere|oncle|tonton|tante|tata|frere|soeur|demi frere|grand pere|grand mere|papi|papy|mamie|cousin|cousine|famille)s?',
  hits: '(?:tape|tapent|frappe|frappent|bat|battent|gifle|giflent|cogne|cognent|maltraite|maltraitent|violente|pousse|viole)',
  hit: '(?:frappee?s?|battue?s?|tapee?s?|touchee?s?|giflee?s?|cognee?s?|violee?s?|maltraitee?s?|fait (?:du |tres )?mal)',
}
const french = any(
  `${FRENCH.kin}${upTo(3)} (?:te|vous) (?:${FRENCH.hits}|touche|touchent|(?:fait|font) (?:encore |toujours |souvent )?(?:du |tres )?mal)(?! sur les nerfs)`,
  `${FRENCH.kin}${upTo(3)} (?:ta|tont|t a|t ont|vous a|vous ont) (?:[a-z]+ ){0,2}${FRENCH.hit}`,
  `(?:qu)?(?:il|elle|ils|elles|on) (?:te|vous) ${FRENCH.hits}(?! (?:sur les nerfs|a|vers|dans|par|comment)(?![a-z]))|(?:qu)?(?:il|elle|ils|elles|on) (?:ta|tont|t a|t ont) (?:[a-z]+ ){0,2}(?:frappee?|battue?|tapee?|giflee?|cognee?|violee?)`,
  `te ${FRENCH.hits}(?: t)? (?:il|elle|ils|elles|on)|ta(?: t)? (?:il|elle|on) (?:[a-z]+ ){0,2}(?:frappee?|battue?|tapee?|giflee?|touchee?|violee?)`,
  `peur (?:de|du) (?:ton|ta|tes|votre|vos)(?: [a-z]+)? ?${FRENCH.kin}|${FRENCH.kin} (?:te|vous) (?:fait|font) (?:[a-z]+ ){0,1}peur`,
)

const PORTUGUESE = {
  kin: '(?:pai|papai|mae|mamae|pais|padrasto|madrasta|tios?|tias?|avo|avos|vovo|irmaos?|irmas?|prim[oa]s?|familia)',
  hits: '(?:bate|batem|bateu|bateram|batia|bater|espancam?|espancou|agride|agridem|agrediu|machucam?|machucou|magoa|magoou|apalpa|apalpou|chuta|chutou|queimou|maltrata|maltratou|estuprou)',
  reaches:
    '(?:bate|batem|bateu|bateram|batia|bater|batendo|mexe|mexeu|toca|tocou|encosta a mao|abusa|abusou)',
}
const PORTUGUESE_HITS_YOU = `(?:te ${PORTUGUESE.hits}|${PORTUGUESE.hits} te|${PORTUGUESE.reaches} (?:em|com|de) (?:voce|vc|ti|tu)|(?:machuca|machucou|agride|agrediu|espanca|espancou|maltrata|maltratou) (?:voce|vc))`
const portuguese = any(
  `${PORTUGUESE.kin}${upTo(3)} (?:${PORTUGUESE_HITS_YOU}|te (?:toca|tocou))`,
  `${PORTUGUESE_HITS_YOU}${upTo(2)} (?:(?:o |a |os )?(?:seu|teu|sua|tua|seus|teus) ${PORTUGUESE.kin}|em casa)`,
  `(?:ele|ela|eles|elas)(?: (?:ainda|ja|tambem|sempre|voltou a|de novo)){0,2} ${PORTUGUESE_HITS_YOU}`,
  `medo (?:de|do|da|dos) (?:seu|teu|sua|tua|seus|teus) ${PORTUGUESE.kin}|medo (?:de|do|da) (?:voltar|ir) (?:pra|para|a) (?:sua |tua )?casa`,
  `apanh(?:a|as|ou|aste|ando)${upTo(2)} (?:em casa|(?:de|do|da|dos) (?:seu|teu|sua|tua|seus|teus) ${PORTUGUESE.kin})`,
)

const POLISH = {
  kin: '(?:tata|tato|taty|tate|tatus|ojciec|ojca|ojczym|ojczyma|mama|mamy|mame|matka|matki|macocha|macochy|wujek|wujka|ciocia|cioci|dziadek|dziadka|babcia|babci|brat|brata|siostra|siostry|rodzice|rodzicow|kuzyn|kuzyna)',
  hits: '(?:bij[ea]|bil[ai]?|pobil[ai]?|zbil[ai]?|uderzyl[ai]?|kopie|kopnal|kopnela|dusi|dusil|krzywdzi|skrzywdzil[ai]?|obmacuje|obmacywal|zgwalcil|molestuje|molestowal|leje|lal)',
}
const POLISH_TOUCHES = `(?:${POLISH.hits}|uderza|dotyka|dotykal|dotknal)`
const polish = any(
  `${POLISH.kin}${upTo(3)} (?:cie|ciebie|was)${upTo(2)} ${POLISH_TOUCHES}|${POLISH.kin}${upTo(3)} ${POLISH_TOUCHES} (?:cie|ciebie|was)`,
  `(?:${POLISH_TOUCHES} (?:cie|ciebie|was)|(?:cie|ciebie|was)${upTo(2)} ${POLISH_TOUCHES})${upTo(2)} ${POLISH.kin}`,
  `(?:cie|ciebie)(?: (?:znowu|znow|dzis|dzisiaj|wczoraj|ciagle|jeszcze|nadal|w domu)){0,2} ${POLISH.hits}|${POLISH.hits} (?:cie|ciebie)`,
  '(?:robi|robia|zrobil|zrobila|zrobili) ci (?:[a-z]+ ){0,1}krzywde',
  `(?:boisz|balas|bales) sie${upTo(2)} ${POLISH.kin}|(?:boisz|balas|bales) sie (?:wracac|wrocic|isc|byc) (?:do domu|w domu)`,
)

/** Questions and remarks of an adult about harm that somebody at home does to the child. */
export const ASKED_ABOUT_HOME = [german, spanish, french, portuguese, polish].map((source) =>
  harm(
    source,
    any(
      FICTION_WORDS,
      HARMLESS_TOUCH,
      'mario kart|brettspiel|schwimmen|memory|balon|pelota|dominos?|w (?:szachach|meczu|grze)',
    ),
  ),
)
