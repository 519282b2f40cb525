import {
  harm,
  inItsSentence,
  nativePhrase,
  nativeRule,
  phrases,
  rule,
  type ScreeningRule,
} from './phrases.ts'

// Plain phrases of harm in the languages that children of our schools speak at home besides English. They are written as
// `readingsOf` normalizes them: without accents, ł as l, đ as d; Chinese and Arabic in their own letters, Arabic without hamza.
// Every rule reads every text, so a phrase has at least two words, or one word that no other of these languages has.

const any = (...phrases: readonly string[]) => phrases.join('|')

const PORTUGUESE_KIN =
  '(?:pai|papai|mae|mamae|padrasto|madrasta|tio|tia|avo|vovo|irmao|irma|primo|prima|pais|professora?|treinadora?)'
const VIETNAMESE_KIN = '(?:bo|ba|cha|me|ma|duong|chu|bac|cau|ong|anh trai|chi|di|co|thim)'
const CHINESE_KIN =
  '(?:爸爸?|老爸|父[亲親]|[妈媽][妈媽]?|老[妈媽]|母[亲親]|父母|[继繼][父母]|后[爸妈]|後[爸媽]|叔叔?|伯伯|舅舅?|姑姑|阿姨|姨[妈媽]|[爷爺][爷爺]|奶奶|外公|外婆|哥哥?|姐姐?|弟弟|妹妹|表哥|堂哥|家[里裡人]人?)'
const CHINESE_TEACHER = '(?:老[师師]|教[练練]|校[长長]|班主任)'
const ARABIC_KIN =
  '(?:ابي|ابوي|بابا|والدي|امي|ماما|والدتي|زوج امي|زوجه ابي|عمي|خالي|عمتي|خالتي|جدي|جدتي|اخي|اخوي|اختي|اهلي|عايلتي|عيلتي|ابن عمي|ابن خالي)'

/** Household members in languages of which the English rules know no word; none is a word of English. */
export const KIN_WORDS = any(
  'padrasto|madrasta|meu (?:pai|tio|irmao|avo|primo)|minha (?:mae|tia|irma|avo|prima)',
  'ojciec|ojca|ojczym|ojczyma|tata|taty|tate|matka|matki|macocha|wujek|wujka|dziadek|babcia',
  '(?:bo|ba|cha|duong|chu|ong) (?:ay |oi )?(?:em|con|cua em|cua con|danh|bat|so|say)|me (?:ay |oi )?(?:cua em|cua con|danh)',
  'tatay|nanay|tito ko|tita ko|kuya ko|lolo ko|lola ko',
  '(?:mere|meri|mera) (?:papa|mummy|chacha|mama|bhai|uncle|maa)|pitaji|chacha|bhaiya|ghar ?wale|mummyji|papaji',
  'mis (?:papas|padres)|mis? prim[oa]s?|mis tios|siostr[ay]|(?:moj|mojego) brata?|me em|bo em|meus pais|os meus pais|bo me|familia|familie|famille|abuel[oa]s|herman[oa]s|grosseltern|geschwister|freres|soeurs|irmaos|irmas|rodzic[a-z]*|rodzin[a-z]+|pamilya|gia dinh|anh trai|mga magulang',
  CHINESE_KIN,
  ARABIC_KIN,
)
/** Being at home, in languages other than English. */
export const HOME_WORDS =
  '(?:en|a|mi|em|de|minha) casa|la maison|chez (?:moi|nous)|zu ?hause|nach hause|daheim|w domu|do domu|sa bahay|bahay namin|ve nha|o nha|ghar (?:pe|par|me|mein|jaane|jane)|mere ghar|البيت|بيتنا|家[里裡]|在家|我家|回家'
/** Someone at home as the reason for thoughts of death. */
export const BLAME =
  '(?:por culpa de|por causa d[eoa]|a cause de|wegen|przez|dahil sa|dahil kay|tai|vi) (?:[a-z]+ ){0,2}(?:papa|mama|mami|papi|padre|madre|padres|pai|mae|pais|pere|mere|parents|maman|beau pere|vater|mutter|eltern|stiefvater|mame|rodzicow|bo|me)'

/** Family, teachers or anyone whom a child might tell. */
const CHINESE_ADDRESSEE = '(?:爸[爸妈]?|[妈媽][妈媽]?|父母|家[人长長]|[别別]人|任何人|老[师師])'

/** A story, in the same sentence. */
const STORY_WORDS = any(
  'en el (?:cuento|juego|libro)|en la (?:pelicula|novela|historia|obra)|personaje',
  'dans (?:le|un) (?:jeu|livre|film|roman|conte)|dans lhistoire|personnage',
  'in (?:der|meiner|einer) (?:geschichte|erzahlung)|im (?:buch|film|spiel)|figur',
  'na historia|no (?:jogo|livro|filme|conto)|personagem',
  'w (?:bajce|grze|ksiazce|filmie|historii|opowiadaniu)|bohater',
  'trong (?:truyen|phim|game)|nhan vat',
  'sa (?:kwento|laro|pelikula|libro)',
  '(?:kahani|film|game) (?:me|mein)',
)
/** A story, or a game in which one is beaten; not a game that somebody who was hurt speaks of as well. */
export const FICTION_WORDS = any(
  STORY_WORDS,
  '(?:im|beim) (?:tischtennis|tennis|kartenspiel|kartenspielen|fifa|uno|memory|wettrennen|wettlauf|laufen|rennen|armdrucken|kickern?|billard|monopoly|mensch argere)',
  '(?:no|na|em|de) (?:videogame|video game|futebol|fifa|corrida|ping pong|cartas|domino)|w (?:grach|grze|szachy|fife|pilke|karty)|en (?:fifa|los videojuegos|ping pong|tenis)',
  'ajedrez|aux? echecs|(?:beim|im) (?:schach|spielen|fussball)|xadre[sz]|w szachy|danh co|sa (?:chess|basketball)',
)
/** A touch or a blow that harms nobody: of a door, a forehead, a piano, with a sticker, in a game. */
export const HARMLESS_TOUCH = any(
  '(?:toca|toco|tocan) (?:(?:el|la|mi|un|una) )?(?:piano|guitarra|flauta|violin|puerta|frente|cancion|turno)|pega (?:un|una|unas|el|la) (?:estampas?|estrellas?|estrellita|stickers?|calcomanias?|pegatinas?|fotos?|curita)|me pega el sol|pega un grito|con (?:la|una) (?:pelota|almohada)|na testa|com o travesseiro|avec un oreiller|poduszka',
  'tape dans la main|touche (?:le|mon|lepaule|l epaule)(?: front)?(?! (?:corps|sexe|ventre))|bat (?:[a-z]+ ){0,2}aux? (?:cartes|jeux?|ping pong|tennis|course|bras de fer|uno|monopoly|mario)',
  '(?:mich|uns|mir) (?:[a-z]+ ){1,4}vor$|fasst mir an die stirn',
)
const GERMAN_KIN =
  '(?:vater|stiefvater|papa|papi|mutter|stiefmutter|mama|mutti|onkel|tante|opa|oma|bruder|schwester|freund|er|sie)'
const DOCTOR =
  'medico|medica|doctor|doctora|doutor|medecin|docteur|arzt|arztin|lekarz|lekarka|bac si|doktor|dentista|dentiste|zahnarzt|kham|fiebre|fievre|fieber|febre|goraczk[a-z]+'

/** Said of things that nobody means: laughter, shame, hunger. */
const HYPERBOLE = any(
  'dal ridere|(?:hansi|hasi|sharam|bhookh|bhook|garmi) se',
  'de (?:la )?(?:risa|verguenza|hambre|calor|sueno|sed|aburrimiento|frio|amor|pena|ternura)',
  'de (?:rire|honte|faim|soif|chaud|froid|ennui|peur|fatigue)|morte? de',
  'vor (?:lachen|scham|hunger|durst|langeweile|angst|peinlichkeit)',
  'de (?:rir|vergonha|fome|sede|tedio|estudar|trabalhar|tanto (?:rir|estudar))',
  'ze (?:smiechu|wstydu|strachu)|z (?:glodu|nudow)',
  'sa (?:kakatawa|gutom|hiya|antok|init)',
)

/** Rules for the words of people, besides those in screening-rules.ts. */
export const RULES_IN_OTHER_LANGUAGES: readonly ScreeningRule[] = [
  rule(
    'self_harm',
    'high',
    any(
      // Spanish
      'me (?:quiero|kiero|quisiera|voy a|gustaria) (?:morir|matar|suicidar|(?:quitar|kitar) la vida)',
      '(?:quiero|kiero|quisiera|prefiero|pienso en|pense en|pensado en|ganas de|gustaria|voy a) (?:morirme|morir|matarme|suicidarme|estar muert[oa]|quitarme la vida|no despertar)',
      '(?:no|nunca|sin) (?:quiero|kiero|ganas de) (?:seguir )?(?:vivir|viviendo|existir)(?! (?:en|con|aqui|alli|ahi|cerca|lejos|sol[oa]|fuera|sin (?:musica|internet|chocolate|telefono|celular|movil|futbol|luz)))',
      'me (?:corto|corte|he cortado|estoy cortando) (?:los|las|el|la) (?:brazos?|venas|munecas?|muneca|piel|piernas?|muslos?)',
      'que me (?:mate|muera|suicide)|ojala (?:no|nunca) (?:hubiera|haya) nacido|(?:me hago|haciendome|estoy haciendo) (?:dano|cortes)|quiero desaparecer(?: para siempre)?|me lastimo(?=[.]|$| a (?:mi|proposito))|me corto(?=[.]|$| (?:a mi|a proposito))|no (?:quiero|aguanto) (?:seguir )?(?:viva|vivo)',
      // French
      '(?:je (?:ne )?|j ?|jai |jaurais )(?:veux|veu|vx|voudrais|v|envie|prefere|prefererais|pense a) (?:de )?(?:plus vivre(?! (?:en (?:ville|campagne|appartement)|a la (?:ville|campagne)|sans (?:musique|internet|chocolat)))|mourir|creve?r|me (?:tuer|suicider|buter|pendre)|etre morte?)',
      'voglio (?:morire|uccidermi)|(?:peux|jpeux|veux|jveux) plus vivre(?! (?:en (?:ville|campagne|appartement)|a la (?:ville|campagne)|sans (?:musique|internet|chocolat)))|(?:je me|jme) (?:fais du mal|fais mal expres|mutile)|(?:jaimerais|jaurais prefere|jvoudrais|je voudrais) (?:ne )?(?:plus exister|jamais etre nee?|disparaitre)',
      '(?:jveux|jvx|jveu|jv|envie de) (?:plus vivre|mourir|creve?r|me (?:tuer|suicider|buter|pendre))',
      'me (?:scarifie|suis scarifiee?|taillade|mutile)|je me coupe(?=[.]|$)|(?:veux|veu|vx) plus etre la(?=[.]|$)|je me coupe (?:les (?:veines|bras|poignets|cuisses)|le (?:bras|poignet))|en finir avec (?:la|ma) vie',
      '(?:d ?aller|dois|devrais|peux) (?:me |aller me )(?:suicider|tuer|pendre)',
      // German
      'ich (?:will|mochte|mag|wurde)(?: (?:nur|einfach|so|noch|gern|gerne|lieber|am liebsten|nur noch)){0,2} (?:sterben|tot sein|nicht mehr (?:leben(?! (?:ohne (?!(?:mama|papa|dich|sie|ihn|meine?)(?![a-z]))|wie (?:im|in|die)))|da sein|aufwachen)|mich (?:umbringen|toten))',
      '(?:mag|will|kann|mocht) (?:[a-z]+ )?nicht mehr leben(?! (?:ohne (?!(?:mama|papa|dich|sie|ihn|meine?)(?![a-z]))|wie (?:im|in|die)))|ich bringe? mich um|(?:lust|kraft|bock) (?:mehr )?zu leben|wunschte? (?:[a-z]+ ){0,2}(?:nie geboren|tot)|verletze? mich (?:selbst|selber|absichtlich)|(?:ich|soll|sollte) (?:[a-z]+ ){0,3}mich (?:selbst |selber )?(?:umbringen|umzubringen)|mich selbst umbringen|und will (?:(?:nur noch|einfach|nur) )?sterben|denke? (?:[a-z]+ ){0,2}an selbstmord',
      '(?:ritze?|ritz) mich|mich (?:[a-z]+ ){0,3}(?:ritzen|geritzt)|schneide? mich(?=[.]|$)|schneide? mich (?:[a-z]+ ){0,2}(?:arm|arme|selbst|absichtlich)|(?:alle|viele|zu viele|alle meine) (?:tabletten|pillen|schlaftabletten) (?:genommen|geschluckt)|ich habe? (?:tabletten|pillen|schlaftabletten) (?:genommen|geschluckt)(?=[.]|$)',
      // Portuguese
      '(?:quero|queria|vontade de|prefiro|preferia|penso em|pensei em|pensando em) (?:so )?(?:morrer|estar mort[oa]|me (?:matar|suicidar)|suicidar me|matar me|tirar (?:a )?(?:minha )?(?:propria )?vida)',
      '(?:vou|para|pra) (?:me (?:matar|suicidar)|matar me|suicidar me)',
      '(?:n|nao|num) (?:quero|aguento|consigo|tenho vontade de) mais viver(?! (?:em|aqui|com))|(?:n|nao) quero viver mais',
      '(?:me machuco|me machucar|me corto) de proposito|eu me (?:machuco|corto)(?=[.]|$)|queria (?:nunca|nao) ter nascido|(?:quero|queria) (?:sumir|desaparecer)(?: (?:pra|para) sempre)?(?! (?:com|da aula|da escola))',
      'me cort(?:o|ei|ando) (?:escondid[oa]|de proposito|(?:os|as|o) (?:bracos?|pulsos?|pernas?|coxas?))',
      // Polish
      '(?:chce|chcialabym|chcialbym|wole) (?:(?:juz|tylko|po prostu) ){0,2}(?:umrzec|sie zabic|zabic sie|nie zyc)|nie chce (?:mi sie )?(?:(?:juz|dalej|dluzej) ){0,2}zyc(?! (?:w|z|na|bez))',
      'zabij[ea] sie|sie zabij[ea]|zebym sie zabil[a]?|zabij sie|(?:mysle|myslalam|myslalem) o (?:samobojstwie|smierci)|popelnic samobojstwo|(?:tne|tnie|cielam|cialem) sie|sie (?:tne|okaleczam)|okaleczam sie|samookalecz[a-z]+|nie mam (?:juz )?sily zyc|robie sobie krzywde',
      // Vietnamese
      '(?:con|em|toi|minh|tui|t|to)(?: (?:chi|rat|that su|cu|da)){0,2} muon (?:chet|tu tu|tu sat|tu van|bien mat)',
      '(?:khong|ko|hong|k|chang)(?: con)? muon song(?! (?:o|voi|tai|trong))|(?:rach|cat) (?:co )?tay (?:minh|em|con)|(?:em|con|toi|minh) (?:[a-z]+ )?rach tay|tu (?:hanh ha|lam dau) ban than',
      // Tagalog
      'gusto (?:ko|kong)(?: (?:na|nang|ng|na lang|nalang))? (?:mamatay|magpakamatay|nang mamatay)|ayo?ko (?:na|nang|na ng)(?: (?:pang|mag))? ?mabuhay|magpapakamatay (?:na )?(?:ako|nalang)|(?:naglalaslas|maglalaslas|naglaslas) (?:na )?ako|(?:papatayin|sinasaktan|sasaktan) ko (?:ang |na )?(?:aking )?sarili(?: ko)?',
      // Hindi
      '(?:main|mai|mein|mujhe|mujko|mujhko)(?: (?:ab|bas|to|sach me))? (?:marna|mar jana|mar jaana|suicide karna) (?:hai|he|h|chaht[aie])|(?:jeena|jina) (?:nahi|nhi|nai) (?:hai|he|h|chaht[aiu])|(?:nahi|nhi) (?:jeena|jina)|(?:jeene|jine) ka (?:mann|man|dil) nahi|(?:marna|mar jana) chaht[aei] (?:hu|hun|hoon|hoo|hai|h)',
      '(?:main|mai|mein|mujhe) (?:[a-z]+ ){0,1}(?:khudkushi|khud kushi|atmahatya|aatmhatya|suicide)|(?:apna|apne|apni) (?:haath|hath|kalai|nas|nass) (?:kaat|kat|kaatt|katt)[a-z]*',
      // Arabic in Latin letters
      '(?:3ayez|3ayza|ayez|ayza|biddi|beddi|baddi|badi|ureed|oreed|bghit|abgha) (?:an )?(?:amoo?t|amout|moo?t|mout|nmout|nmoot)',
    ),
    any(STORY_WORDS, HYPERBOLE),
    inItsSentence,
  ),
  // Less plain, or of a friend or somebody at home.
  rule(
    'self_harm',
    'medium',
    any(
      'ya no quiero estar viv[oa]|nadie me (?:extranaria|va a extranar|echaria de menos)(?=[.]|$| si)|me corte (?:ayer|anoche|otra vez|de nuevo)(?=[.]|$)',
      'personne (?:ne )?me regrett(?:era|erait)|je me suis (?:coupee?|scarifiee?)(?=[.]|$| (?:expres|encore|hier)(?=[.]|$))',
      '(?:ware|war) (?:[a-z]+ ){0,1}(?:lieber|gern|gerne) tot|niemand wurde (?:mich vermissen|merken wenn ich)',
      'ninguem (?:vai sentir|sentiria) (?:a )?minha falta|eu me cortei(?=[.]|$| (?:de novo|ontem)(?=[.]|$))',
      'nikt by (?:za mna nie tesknil|mnie nie zalowal)|poci(?:elam|alem) sie(?=[.]|$| (?:wczoraj|znowu)(?=[.]|$))',
      `(?:amig[oa]|herman[oa]|prim[oa]|companer[oa]|novi[oa]|mama|papa)(?: [a-z]+){0,2} (?:se quiere (?:morir|matar|suicidar|quitar la vida)|quiere (?:morir|morirse|matarse|suicidarse)|se corta(?=[.]|$| (?:los brazos|las venas|a proposito)))`,
      '(?:amie?|copine|copain|pote|meuf|soeur|frere|cousine?)(?: [a-z]+){0,2} (?:veut (?:mourir|se (?:suicider|tuer|pendre))|(?:ne )?veut plus vivre|se (?:scarifie|mutile|taillade))',
      '(?:freund(?:in)?|schwester|bruder|cousine?|mitschuler(?:in)?|kumpel)(?: [a-z]+){0,2} (?:will|mochte|wollte)(?: [a-z]+){0,2} (?:sich (?:umbringen|toten|das leben nehmen)|sterben|nicht mehr leben(?! (?:in|im|wie|ohne)))|(?:freund(?:in)?|schwester|bruder|cousine?|mitschuler(?:in)?)(?: [a-z]+){0,2} (?:ritzt|verletzt) sich(?=[.]|$| (?:selbst|selber|absichtlich|am arm|die arme))',
      '(?:amig[oa]|irma|irmao|prim[oa]|colega|namorad[oa])(?: [a-z]+){0,2} (?:quer (?:morrer|se (?:matar|suicidar)|tirar a (?:propria )?vida)|se corta(?=[.]|$| de proposito))',
      '(?:kolezanka|kolega|przyjaciolka|przyjaciel|siostra|brat)(?: [a-z]+){0,2} (?:chce (?:umrzec|sie zabic|popelnic samobojstwo)|(?:tnie|okalecza) sie|sie (?:tnie|okalecza))',
      'gustong? (?:nang |na )?(?:mamatay|magpakamatay)(?: na)? (?:ng|si) (?:[a-z]+ ){0,1}(?:kaibigan|kapatid|kaklase)|(?:kaibigan|kapatid|kaklase) ko(?: [a-z]+){0,2} gustong? (?:nang |na )?(?:mamatay|magpakamatay)',
      '(?:dost|saheli|behen|bhai)(?: [a-z]+){0,2} (?:marna|mar jana|suicide karna|khudkushi karna) chaht[aei]',
    ),
    any(STORY_WORDS, HYPERBOLE),
    inItsSentence,
  ),
  nativeRule(
    'self_harm',
    'medium',
    '没(?:有)?人会(?:在乎|想念|想)我(?!的|们|們)|(?:朋友|同[学學]|[闺閨]蜜|姐姐|妹妹|哥哥|弟弟).{0,3}想(?:要|去)?(?:自[杀殺]|死(?!你|我)|跳[楼樓])|(?:صديقتي|صديقي|صاحبتي|صاحبي|اختي|اخي) (?:تريد|يريد|بدها|بده|عايزه|عايز) (?:ان )?(?:تموت|يموت|الموت|تنتحر|ينتحر|الانتحار|تقتل نفسها|يقتل نفسه)',
    '故事|小[说說]|电影|電影|[游遊][戏戲]|في (?:القصه|الفيلم|الكتاب|اللعبه)',
  ),
  nativeRule(
    'self_harm',
    'high',
    any(
      '我(?:真的|好|就|只|很|也)?想(?:要|去)?死(?!你|我|记|記|板|心|海|亡谷|机|機)|想死(?:了算了|掉)|我(?:真的)?不想(?:再)?活|(?<!你我?)活不下去|活[着著](?:真)?(?:没|沒)(?:意思|意[义義])|我(?:真的)?(?:想|要|打算)(?:去)?(?:自[杀殺]|[轻輕]生|跳[楼樓])',
      '我(?:用.{1,3})?(?:割(?:了|破)?(?:自己的)?手|自[残殘]|割腕)|(?:叫|[让讓])我去死',
      '(?:اريد|اتمني|ابغي|ابي|بدي|عايز|عاوز|عايزه|نفسي) (?:ان )?(?:اموت|موت|الموت|انتحر|الانتحار|اقتل نفسي)|(?:لا|ما|مش) (?:اريد|ابغي|بدي|عايز|عايزه) (?:ان )?(?:اعيش|عيش|العيش(?! (?:في|مع|ب)))|(?:س|رح |راح )انتحر|ها?نتحر|(?:افكر|بفكر) (?:في|ب) ?(?:الانتحار|الموت)|ساقتل نفسي|هقتل نفسي|(?:اجرح|بجرح|اقطع) (?:يدي|نفسي|ايدي|جسمي)',
    ),
    '故事|小[说說]|电影|電影|[游遊][戏戲]|في (?:القصه|الفيلم|الكتاب|اللعبه)|من (?:الضحك|الجوع|الخجل)',
  ),
  // A name of a household member reads as `guardian`.
  harm(
    any(
      '(?:guardian(?: [a-z]+){0,3}|ellos?|ellas?|el(?: (?:siempre|tambien|ya|a veces))?) (?:me|nos) (?:pega|pegan|pego|golpea|golpean|golpeo|patea|pateo|empuja|azota|maltrata|manosea|manoseo|toca|toco)(?! a mi)',
      '(?:guardian(?: [a-z]+){0,3}|ils?|elles?) (?:me|nous) (?:frappent|frappe|tapent|tape|battent|bat|gifle|touche|cogne|pousse|fait (?:du )?mal)(?! sur les nerfs)',
      'guardian(?: [a-z]+){0,3} (?:schlagt|haut|tritt|verprugelt|wurgt|begrapscht) (?:mich|uns)|guardian(?: [a-z]+){0,4} (?:mich|uns)(?: [a-z]+){0,3} (?:geschlagen|gehauen|getreten|angefasst)|guardian tut mir (?:[a-z]+ )?weh|(?:er|sie) (?:haut|fasst|prugelt|schubst) (?:mich|uns)(?! um(?![a-z]))',
      '(?:guardian(?: [a-z]+){0,2}|eles?|elas?)(?: (?:sempre|tambem|ja|so))? (?:me|nos) (?:bate|batem|bateu|espanca|toca|machuca|chuta|empurra|agride|apalpa)',
      'guardian(?: [a-z]+){0,3} danh (?:con|em|toi|minh)(?! (?:may|gia|thuc|van|co|bai|trong|cai))',
    ),
    any(FICTION_WORDS, HARMLESS_TOUCH, DOCTOR),
  ),
  // Harm by anybody: a teacher, a family, somebody with a word that no list has. And what a child sees done to others at home.
  harm(
    any(
      // Spanish
      '(?:mi|mis|el|la|los|las|un|una) (?!(?:sol|viento|frio|ola|olas|luz|agua|pelota|balon|lluvia|turno|calor) )[a-z]+(?: [a-z]+){0,3} (?:me|nos) (?:pega|pegan|pego|pegaron|golpea|golpean|golpeo|patea|patean|azota|maltratan?|manosean?|manoseo)(?! (?:un|una|unos|unas|la|el|con (?:la|el|una) (?:pelota|balon|almohada))(?![a-z]))',
      '(?:profesora?|profe|maestr[oa]|entrenadora?|directora?|padrino|vecino|jefe|novio|prim[oa]|tios?|herman[oa]s?|abuel[oa]s?|papas|familia) (?:me|nos) (?:toca|tocan|toco)(?! (?:(?:el|la|mi|un|una) )?(?:hombro|mano|cabeza|piano|guitarra|flauta|violin|puerta|frente|cancion|turno)| (?:a mi|hablar|leer|exponer|pasar))',
      'abus(?:a|an|o|aron) de (?:mi|nosotr[oa]s)|me (?:violaron|violo|viola|han violado)|fui violad[oa]|me abusaron|(?:profesor|profe|maestro|entrenador|tio|padrastro) me (?:beso|besa)(?! (?:en )?(?:la )?(?:frente|mano|mejilla))|(?:papa|padre|padrastro|mama|madre|tio|el|ella)(?: [a-z]+){0,2} (?:le |les )?(?:pega|pegan|pego|golpea|golpean|golpeo) a (?:mi|mis|nuestra) (?:mama|mami|madre|papa|padre|herman[oa]s?|hermanit[oa]s?|abuel[oa])',
      // French
      'on ma violee?|(?:il|oncle|pere|copain|homme|garcon) ma violee?|jai ete violee?|fait violer|abuse de moi|on me (?:frappe|bat)(?! (?:a|aux?|dans)(?![a-z]))|(?:prof|professeur|entraineur|oncle|beau pere) ma embrassee?(?! sur (?:la joue|le front))|(?:papa|maman|pere|mere|oncle|tante|frere)(?: [a-z]+){0,1} (?:me (?:fait|font) peur(?! (?:avec|a halloween|pour (?:rire|mes|mon|ma)|quand (?:il|elle) se deguise|en (?:se|criant|conduisant)))|est (?:[a-z]+ ){0,2}violente?(?! (?:au|dans)(?![a-z]))(?![a-z]))|(?:frappe(?:nt)?|tape(?:nt)?|bat|battent|gifle(?:nt)?) (?:ma (?:mere|maman|soeur|petite soeur)|mon (?:pere|papa|frere|petit frere)|mes (?:freres|soeurs|parents)|maman)',
      // German
      '(?:mein|meine|unser|unsere|der|die) [a-z]+(?: [a-z]+){0,2} (?:schlagt|schlagen|haut|hauen|verprugelt|verprugeln|wurgt|wurgen|begrapscht|missbraucht|vergewaltigt|kusst|belastigt) (?:mich|uns)|(?:mich|uns)(?: [a-z]+){0,3} (?:vergewaltigt|missbraucht)|traue? mich (?:[a-z]+ ){0,2}nicht (?:mehr )?nach hause|(?:lehrer|lehrerin|trainer|trainerin|onkel|stiefvater) hat mich(?: [a-z]+){0,2} gekusst(?! auf die (?:stirn|wange))|(?:werde|wurde) ich(?: [a-z]+){0,3} (?:geschlagen|verprugelt|getreten|missbraucht|vergewaltigt)|ich (?:werde|wurde|bin)(?: [a-z]+){0,4} (?:geschlagen|gehauen|verprugelt|missbraucht|vergewaltigt|begrapscht)',
      `(?:papa|mama|meine? ${GERMAN_KIN}) ist (?:[a-z]+ ){0,2}gewalttatig|${GERMAN_KIN} (?:beruhrt|beruhrte) mich (?:[a-z]+ ){0,2}(?:uberall|unten|zwischen|nachts|am (?:po|hintern|busen)|an der brust)`,
      `${GERMAN_KIN}(?: [a-z]+){0,2} (?:schlagt|schlug|verprugelt|haut|tritt|wurgt) (?:[a-z]+ ){0,1}(?:meine? (?:mama|mutter|mutti|schwester|geschwister|oma|kleine schwester)|meinen (?:bruder|kleinen bruder|papa|vater|opa)|mama|mutti)`,
      // Portuguese
      '(?:meu|minha|meus|minhas|o|a|os|as) (?!(?:bola|porta|sol|luz|onda|vento|frio|calor|chuva) )[a-z]+(?: [a-z]+){0,2} (?:me|nos) (?:bate|batem|bateu|bateram|espancam?|espancou|chutam?|agridem?|machucam|apalpam?)',
      'nao me dao (?:comida|de comer)|(?:professor|treinador|tio|padrasto) me beijou(?! n[ao] (?:testa|bochecha|rosto))|(?:fui|ser|sido) (?:estuprad|violentad|abusad)[oa]|me (?:estupraram|violentaram|abusaram)|abus(?:a|ou|am|aram) de mim|(?:bate|batem|bateu|espanca|agride) (?:na|no|nos|nas) (?:minha|meu|meus|minhas) (?:mae|pai|irmao|irma|irmaos|irmas|avo|irmaozinho|irmazinha)',
      // Polish
      '(?:tata|ojciec|ojczym|mama|matka|wujek|brat|on)(?: [a-z]+){0,2} (?:bije|bil|leje|kopie|dusi) (?:moja |mojego )?(?:mame|mamy|matke|brata|siostre|babcie|tate|ojca|rodzenstwo)|nie daja mi jesc(?! (?:slodyczy|cukierk|lod)[a-z]*)|(?:mama|tata|matka|ojciec|ojczym) mnie zamyka|(?:nauczyciel|trener|wujek|ojczym) mnie (?:pocalowal|caluje)(?! w (?:czolo|policzek))|molestuje mnie|mnie (?:molestuje|molestowal|zbil|zbila)|zgwalcono mnie|zostal[a]?m zgwalcon[a]?|boje sie rodzicow',
      // Vietnamese
      '(?:bo|ba|cha|duong)(?: [a-z]+){0,1} danh me(?! (?:con|thuc|bai)(?![a-z]))|(?:gia dinh|ca nha)(?: [a-z]+){0,2} danh (?:con|em|toi|minh)|(?:duong|chu|bac|cau|thay|anh ho)(?: em| con)? so (?:vao )?(?:em|con)(?! (?:hai|mat|dau|may|[0-9]))|(?:em|toi|minh) (?:rat |qua )?so (?:bo|me|cha|duong|chu|thay giao)(?: (?:em|lam))?(?=[.]|$)|(?:em|con|toi) (?:rat )?so (?:phai )?ve nha|bi danh (?:o|tai) nha|bi (?:bo duong|duong|chu|bac|cau|thay|anh ho) so(?=[.]|$| (?:vao|nguoi|mo))',
      // Tagalog
      '(?:hinahawakan|hinawakan|hinihipo|hinipo|hinahalikan) (?:ako|kami) (?:ng|ni) [a-z]+(?: ko)?(?! sa (?:kamay|balikat|ulo|noo|braso)(?![a-z]))|(?:sinasaktan|sinaktan|binubugbog|binugbog|sinasampal|pinapalo|sinusuntok) (?:ng|ni|nila|niya) (?:[a-z]+ ){0,3}(?:si|ang|sina) (?:[a-z]+ ){0,1}(?:nanay|mama|tatay|papa|kapatid|ate|kuya|lola|lolo)|(?:takot|natatakot) ako(?:ng)? (?:sa|kay) (?:[a-z]+ ){0,1}(?:tatay|nanay|papa|mama|tito|tita|kuya|lolo|lola|magulang)|(?:takot|natatakot) ako(?:ng)? umuwi|(?:na ?rape|ni ?rape) ako',
      // Hindi
      'mujhe (?:mara|mare|pita)(?: (?:hai|tha|h|he|the|aur|bahut))?(?=[.]|$)|(?:mummy|maa|mumma|ammi|bhai|behen|didi|choti behen)(?: ji)? ko(?: [a-z]+){0,2} (?:maart|mart|peet|pit)[a-z]+ (?:hai|hain|he|h|hein)|mujhe(?: [a-z]+){0,2} (?:touch kart|chhu|chhut|chhoo|chut)[a-z]* (?:hai|hain|he|h|hein)|(?:papa|pitaji|abbu|mummy|maa|chacha|sir|uncle|bhaiya)(?: [a-z]+){0,1} se (?:[a-z]+ ){0,2}dar lag[a-z]*|(?:papa|pitaji|abbu|mummy|ammi|chacha|bhaiya) (?:roz|hamesha|har roz) (?:maart|mart|peet|peett|pitt)[aei] (?:hai|hain|he|h|hein)|(?:rape|balatkar) (?:kiya|hua|kar)[a-z]*',
    ),
    any(FICTION_WORDS, HARMLESS_TOUCH, DOCTOR),
  ),
  nativeRule(
    'abuse',
    'high',
    any(
      `${CHINESE_KIN}.{0,4}(?:打|揍)(?:了)?(?:我)?的?${CHINESE_KIN}|${CHINESE_KIN}.{0,3}家暴|我(?:很|好|真的|最|一直)?(?:怕|害怕)(?:我)?的?(?:${CHINESE_KIN}|${CHINESE_TEACHER}|回家)(?!.{0,3}(?:[担擔]心|[难難][过過]|生[气氣]|失望|累|太累|生病|迟到|遲到|[点點]名|提[问問]))`,
      `(?:اخاف|بخاف|خايف|خايفه|اخشي) (?:من )?(?:${ARABIC_KIN}|العوده|الرجوع)|${ARABIC_KIN} (?:[\\p{L}]{1,8} )?(?:يضرب|بيضرب|تضرب|بتضرب|ضرب) ${ARABIC_KIN}`,
    ),
    '医生|醫生|[游遊][戏戲]|故事|比[赛賽]|[电電][话話]|القصه|اللعبه',
  ),
  rule(
    'abuse',
    'medium',
    any(
      'ich (?:werde|wurde)(?: [a-z]+){0,3} gemobbt|(?:mobben|mobbt) mich',
      '(?:me hacen|sufro(?: de)?) (?:bullying|acoso)|(?:sofro|fazem) bullying',
      'je (?:suis|me fais) harcele(?:e|r)?|bi bat nat|gnebia mnie',
    ),
    FICTION_WORDS,
    inItsSentence,
  ),
  // Blows for losing a game are no game.
  harm(
    any(
      '(?:me|nos) (?:pega|golpea|bate|tape|frappe) (?:cuando|si|quando|se|quand) (?:(?:yo|eu|je) )?(?:pierdo|perco|perds)',
      `${GERMAN_KIN} (?:schlagt|haut|verprugelt) mich (?:immer )?(?:wenn|weil) ich (?:[a-z]+ ){0,3}(?:verliere|verloren)`,
      '(?:bije mnie|mnie bije) (?:[a-z]+ ){0,2}(?:gdy|kiedy|jak|bo) (?:[a-z]+ ){0,3}przegr[a-z]+',
    ),
  ),
  // A friend's home, and questions about the home of whoever reads it.
  harm(
    any(
      // Spanish
      `(?:papa|papas|padre|padres|padrastro|mama|madre|tio|hermano) de mi (?:[a-z]+ ){0,1}(?:amig[oa]|prim[oa]|companer[oa]|vecin[oa]) (?:le|la|lo) (?:pega|pegan|golpea|golpean|maltrata|viola)(?! (?:al|a la|el|la|un|una)(?![a-z]))|a mi (?:[a-z]+ ){0,1}(?:amig[oa]|prim[oa]|companer[oa]|vecin[oa]) (?:le|la|lo) (?:pega|pegan|golpea|golpean|maltratan?) su`,
      'tus? (?:papas?|papi|padres?|padrastro|mama|mami|madre|madrastra|tio|abuelo|hermano)(?: [a-z]+){0,2} te (?:pega|pegan|pego|pegaron|golpea|golpean|golpeo|maltrata|manosea|manoseo)(?! (?:el|la|los|las|una?|un[ao]s)(?![a-z]))|te (?:pega|pegan|pego|golpea|golpeo|maltrata|manosea)(?: [a-z]+){0,2} tus? (?:papas?|papi|padres?|padrastro|mama|mami|madre|madrastra|tio|abuelo|hermano)|te volvio a (?:pegar|golpear)',
      // French
      '(?:pere|papa|mere|maman|parents|oncle) (?:de|a) (?:mon|ma) (?:[a-z]+ ){0,1}(?:amie?|copine|copain|cousine?|pote) (?:la|le) (?:frappe|frappent|tape|tapent|bat|battent|gifle|viole)|(?:amie?|copine|copain|cousine?)(?: [a-z]+){0,1} (?:est|se fait) (?:[a-z]+ ){0,1}(?:frappee?|battue?|tapee?|violee?|frapper|battre|taper|violer) par (?:son|sa|ses) (?:pere|papa|mere|maman|beau|belle|parents|oncle|frere)',
      '(?:ton|ta|tes) (?:pere|papa|mere|maman|beau pere|belle mere|parents|oncle|frere)(?: [a-z]+){0,1} (?:te|ta|tont) (?:encore )?(?:frappee?|frappent|tapee?|tapent|bat|battent|battue?|gifle|giflee|viole|violee)(?! (?:aux?|a la|dans la main|la bise|sur (?:les nerfs|lepaule))(?![a-z]))',
      // German
      `${GERMAN_KIN}(?: von)? (?:meine[rs]?|meinem) (?:[a-z]+ ){0,1}(?:freund(?:in|es)?|mitschuler(?:in|s)?|cousine?|nachbarin) (?:[a-z]+ ){0,1}(?:schlagt|haut|verprugelt|missbraucht|wurgt) (?:sie|ihn)|(?:freund(?:in)?|mitschuler(?:in)?|schwester|bruder|cousine?) wird (?:[a-z]+ ){1,3}(?:vater|stiefvater|papa|mutter|mama|eltern|onkel|opa) (?:[a-z]+ ){0,1}(?:geschlagen|verprugelt|missbraucht)`,
      `deine?r? ${GERMAN_KIN}(?: [a-z]+){0,2} (?:dich|dir)(?: [a-z]+){0,2} (?:geschlagen|gehauen|verprugelt|angefasst|begrapscht|missbraucht|getreten)|deine? ${GERMAN_KIN}(?: [a-z]+){0,1} (?:schlagt|haut|tritt|verprugelt|missbraucht|begrapscht) dich|(?:schlagt|haut|verprugelt|missbraucht|schlagen) (?:dich (?:[a-z]+ ){0,1}deine? (?:${GERMAN_KIN}|eltern)|deine? ${GERMAN_KIN} dich)`,
      // Portuguese
      '(?:pai|mae|padrasto|madrasta|tio) d[ao] (?:minha|meu) (?:[a-z]+ ){0,1}(?:amig[oa]|prim[oa]|colega|vizinh[oa]) (?:bate (?:nel[ea]|em)|espanca|agride)|(?:seu|sua|teu|tua|seus|teus) (?:pai|pais|papai|mae|mamae|padrasto|madrasta|tio|avo|irmao)(?: [a-z]+){0,2} (?:te (?:bate|batem|bateu|bateram|espanca|machuca|machucou)(?! (?:uma|um|a|o|palmas)(?![a-z]))|(?:bate|batem|bateu) em (?:voce|vc|ti))',
      // Polish
      '(?:tata|ojciec|ojczym|mama|matka|wujek) (?:mojej|mojego) (?:[a-z]+ ){0,1}(?:kolezanki|przyjaciolki|kolegi|przyjaciela|kuzynki|kuzyna) (?:(?:ja|go) (?:[a-z]+ ){0,1}bije|bije (?:ja|go))|(?:tata|ojciec|ojczym|mama|matka|wujek)(?: [a-z]+){0,1} cie (?:[a-z]+ ){0,1}(?:bije|bil[a]?|uderzyl[a]?|zbil[a]?|dotyka|kopie|leje)|bije cie (?:[a-z]+ ){0,1}(?:tata|ojciec|ojczym|mama|matka|wujek)',
      // Vietnamese
      '(?:bo|ba|cha|me|duong) (?:cua )?ban (?:em|con|toi|minh)(?: [a-z]+){0,1} danh (?:ban|no)(?![a-z])',
      // Tagalog
      '(?:sinaktan|sinasaktan|binugbog|binubugbog|pinalo|pinapalo|sinampal|sinasampal|hinipuan|hinawakan) ka(?: [a-z]+){0,3} (?:ng|ni|nila) (?:[a-z]+ ){0,1}(?:tatay|nanay|papa|mama|tito|tita|kuya|lolo|magulang)|(?:sinasaktan|binubugbog|pinapalo) (?:ng|ni) (?:[a-z]+ ){0,1}(?:tatay|nanay|papa|mama)(?: [a-z]+){0,1} (?:ang |si )?(?:kaibigan|kaklase)',
      // Hindi
      '(?:papa|pitaji|abbu|mummy|maa|ammi|chacha|bhaiya)(?: ne)? (?:tumhe|tumhein|tujhe|tumko)(?! (?:chess|cricket|game|ludo|carrom)(?![a-z]))(?: [a-z]+){0,2} (?:mara|maara|maart[aei]|mart[aei]|pita|peeta|peett[aei]|pitt[aei])|(?:dost|saheli) ke (?:papa|pitaji|chacha|ghar ?wale)(?: [a-z]+){0,1} (?:use|usko|usey) (?:maart|mart|peett|pitt)[aei]',
    ),
    any(FICTION_WORDS, HARMLESS_TOUCH, DOCTOR),
  ),
  nativeRule(
    'abuse',
    'high',
    any(
      `(?:朋友|同[学學]|[闺閨]蜜)的?${CHINESE_KIN}.{0,3}(?:打|揍|家暴)[她他](?!.{0,2}[电電][话話]|的)|${CHINESE_KIN}.{0,3}(?:打|揍|踢)(?:了|过|過)?你(?!.{0,2}[电電][话話]|的|手)`,
      '(?:ابو|ابي|ام|امي|والد|والده|زوج ام|اهل) (?:صديقتي|صديقي|صاحبتي|صاحبي) (?:يضرب|بيضرب|تضرب|بتضرب|يضربون)(?:ها|ه)?|(?:يضربك|بيضربك|ضربك|تضربك|بتضربك|ضربتك) (?:والدك|ابوك|ابيك|باباك|امك|والدتك|عمك|خالك|اخوك)|(?:والدك|ابوك|باباك|امك|والدتك|عمك|خالك|اخوك) (?:يضربك|بيضربك|ضربك|تضربك|بتضربك|ضربتك)',
    ),
    '医生|醫生|[游遊][戏戲]|故事|比[赛賽]|القصه|اللعبه|الشطرنج',
  ),
  harm(
    any(
      // Spanish
      '(?:todos|todas|companer[oa]s|ninos|chicos|ninas|chicas|clase|escuela|colegio)(?: [a-z]+){0,4} (?:me|nos) (?:pegan|golpean|empujan|maltratan|patean)',
      '(?:maestr[oa]|profe|profesora?|entrenadora?|directora?)(?: [a-z]+){0,3} (?:me|nos) (?:pega|pego|golpea|golpeo|manosea|acosa|toca las (?:piernas|nalgas|pompas))',
      '(?:me|nos) (?:deja|dejan|dejo) sin (?:comer|comida|cenar)|(?:me|nos) (?:obliga|obligo|obligan|fuerza) a (?:tocar(?:lo|la|le)|desnudar(?:me|nos)|quitarme la ropa|besar(?:lo|la))',
      '(?:cuente|diga|contar|decir|cuentes|digas)(?:lo|le|les)?(?: [a-z]+){0,1} a nadie(?: [a-z]+){0,2} lo que (?:el |ella )?me (?:hace|hizo|hacen)',
      '(?:papa|padrastro|mama|padre|madre|tio|primo)(?: [a-z]+){0,3} y nos pega|(?:me|nos) (?:da|dan|dio) con (?:la|el|un) (?:correa|cinturon|cinto|palo|chancla|zapato|cable)|(?:mano|manos|dedos) (?:debajo de|bajo|por debajo de|dentro de) (?:la|mi|el|mis) (?:falda|ropa|pantalon|calzon|calzones|camiseta|blusa)|(?:papa|padre|padres|papas|padrastro|mama|madre|tio|abuelo|hermano) me dan? miedo(?! (?:cuando (?:se disfraza|maneja|conduce)|al volante|con (?:la|su) (?:mascara|disfraz)|(?:en|por) (?:halloween|carnaval)))|no hay (?:nada de )?comida en (?:mi|la) casa|(?:me|nos) encierran? en (?:el|la|mi) (?:bano|cuarto|sotano|armario|closet|habitacion)',
      // French
      '(?:autres|eleves|garcons|filles|tous|camarades|gens)(?: [a-z]+){0,4} (?:me|nous) (?:tapent|frappent|poussent|battent|harcelent)',
      '(?:me|m) (?:donne|laisse)(?: plus)? (?:pas|rien)(?: [a-z]+){0,1} (?:a )?manger(?! (?:de|des|du|les|le|la|mes|mon))|me force a (?:le|la|les|lui) (?:toucher|embrasser|faire)|dans mon lit la nuit',
      'rien dire a personne(?: [a-z]+){0,3} (?:quil|il|elle) me fait|(?:bo(?:i|a)t|saoule?|ivre)(?: [a-z]+){0,3} (?:nous|me) (?:tape|frappe|bat)|des coups de (?:ceinture|poing|baton)|(?:papa|maman|pere|mere|oncle|frere)(?: [a-z]+){0,2} me (?:donne|met|fout) des (?:coups|claques|gifles|baffes)|mains? (?:sous|dans) (?:ma|mon) (?:jupe|culotte|pantalon|t ?shirt|haut|robe)',
      // German
      '(?:anderen|andere|jungs|madchen|klasse|mitschuler|alle)(?: [a-z]+){0,4} (?:schlagen|treten|hauen|verprugeln) (?:mich|uns)',
      '(?:gibt|geben|kriege|bekomme|krieg|bekomm)(?: (?:mir|uns|ich))?(?: [a-z]+){0,1} nichts zu essen|zwingt mich(?: [a-z]+){0,3} (?:anzufassen|auszuziehen|zu kussen)|niemandem (?:[a-z]+ ){0,3}was (?:er|sie) mit mir macht',
      '(?:mir|uns) (?:[a-z]+ ){0,1}(?:eine|ne) (?:geknallt|gescheuert)|(?:knallt|scheuert) (?:mir|uns) (?:eine|ne)|(?:mir|mich) unter (?:den|meinen|die|meine|das|mein) (?:rock|kleid|hose|t ?shirt|unterhose|shirt)|(?:bilder|fotos?|videos?) von mir (?:ohne (?:kleidung|klamotten|t ?shirt|hose|oberteil|bh)|nackt|in unter[a-z]+)',
      '(?:papa|vater|mama|mutter|stiefvater)(?: [a-z]+){0,3} (?:und|er|sie) (?:uns|mich) (?:haut|schlagt|tritt|prugelt)',
      // Portuguese
      `${PORTUGUESE_KIN}(?: [a-z]+){0,3} (?:me|nos) (?:bate|batem|bateu|bateram|batia|espanca|espancou|agride|agrediu|machuca|machucou|chuta|chutou|queima|queimou|tranca|trancou|estupra|estuprou|toca(?! (?:piano|violao|uma))|tocou|apalpa)|${PORTUGUESE_KIN}(?: [a-z]+){0,3} (?:bate|bateu|batem|espanca|magoa|toca) (?:me|nos|em mim)`,
      `${PORTUGUESE_KIN}(?: [a-z]+){0,2} (?:mexe|mexeu) (?:comigo|em mim)|passa(?:ndo|va)? a mao (?:em mim|no meu corpo|nas minhas)|(?:me|nos) (?:da|dao|deu) (?:uma |umas )?(?:surra|tapa|porrada|chinelada|cintada)s?|mao (?:embaixo|por baixo|debaixo|dentro) d[ao] (?:minha|meu) (?:saia|roupa|blusa|calca|short|calcinha|cueca)|(?:me|nos) deixa(?:m)? sem (?:comer|comida|jantar)|(?:que|ele|ela) (?:ele |ela )?faz(?:ia)? comigo|me (?:obriga|forca) a (?:tocar|tirar a roupa|beijar)`,
      '(?:meninos|meninas|colegas|todos|sala|turma|escola)(?: [a-z]+){0,4} (?:me batem|batem me|me empurram|me chutam|me agridem)|medo (?:de|do|da) (?:voltar|ir) (?:pra|para|a) casa|medo (?:de|do|da|dos) (?:meu |minha |meus )?(?:pai|mae|padrasto|madrasta|pais)',
      // Polish
      '(?:mnie|nas|mna)(?: [a-z]+){0,1} (?:bij[ea]|bije|bil|bila|uderzyl|uderzyla|kopie|kopia|kopnal|dusi|dusil|dotyka|dotykal|obmacuje|obmacywal|gwalci|zgwalcil)|(?:bij[ea]|bije|bil|kopie|dotyka|obmacuje|zgwalcil) (?:mnie|nas)',
      '(?:leje|leja|tlucze|tluka) (?:mnie|nas)|reke (?:mi )?(?:pod|w) (?:spodnic|majtk|bluzk|spodni|koszul)[a-z]*|(?:zamyka|zamykaja|zamknal) (?:mnie|nas) (?:w|na) (?:piwnic|lazienc|pokoju|szafie|komorce|strychu)[a-z]*|nie daje mi jesc(?! (?:slodyczy|cukierk|czekolad|lod|chips)[a-z]*)|nie dostaje jesc|bo[ij]e? sie (?:wracac|wrocic|isc) do domu|boje sie (?:taty|ojca|ojczyma|mamy|wujka|brata)|nikomu nie mowil[a]?(?: [a-z]+){0,3} robi|(?:kaze|zmusza) mi?e? ?sie rozbierac|zmusza mnie',
      // Vietnamese
      `(?:${VIETNAMESE_KIN}|thay|cac ban|ban|tui no|bon no|no)(?: [a-z]+){0,4} danh (?:con|em|toi|minh|tui|dap (?:con|em|toi))(?! (?:may|gia|thuc|van|co|bai|trong|chu|cai))|bi (?:bo|ba|me|duong|cha|chu|cac ban)(?: [a-z]+){0,2} (?:danh|danh dap|so mo|hiep dam)`,
      '(?:khong|ko) cho (?:con|em|toi) an(?! (?:keo|kem|banh|do ngot|vat|qua))|(?:so|cham) (?:vao |mo )?(?:nguoi|nguc|vung kin|mong) (?:con|em|toi|cua)|so vao nguoi|so mo (?:con|em|toi|va)|hiep dam|(?:nhot|khoa) (?:con|em|toi) (?:trong|vao|o ngoai)|dap (?:dau|mat) (?:con|em|toi)|(?:ong ngoai|ong noi|duong|chu|bac|cau|thay|anh ho) so (?:em|con)(?! (?:hai|mat|dau))|so ve nha(?: [a-z]+){0,6} (?:danh|say)',
      // Tagalog
      '(?:binubugbog|binugbog|sinasaktan|sinaktan|pinapalo|pinalo|sinasampal|sinampal|sinusuntok|sinuntok|sinisipa|sinipa|ginugulpi|ginulpi|hinihipuan|hinipuan|minomolestya|minolestya|minolestiya|minomolestiya|ginagahasa|ginahasa|binubully) (?:ako|kami)|(?:hinawakan|hinahawakan|hinipo)(?: [a-z]+){0,4} (?:ari|dibdib|maselan|pwet|hita)|(?:kinukulong|kinulong) (?:ako|nila ako|niya ako|kami)|natatakot ako(?:ng)? umuwi|hindi ako pinapakain|(?:ginagawa|ginawa) (?:niya|nya) sa (?:akin|kin)',
      // Hindi
      '(?:mujhe|mujhko|mujko|humein|hume)(?: [a-z]+){0,4} (?:maart[aei]|mart[aei]|maara|peett?[aei]|pitt[aei]|peeta|pit[aei]|thappad)(?: (?:hai|hain|h|he|hein))?|(?:galat|gandi|gande) (?:jagah|tarike|tarah)(?: [a-z]+){0,1} (?:chho|chhu|chu|cho|touch|haath)[a-z]*|mujhe (?:khana|roti) (?:nahi|nhi) det[aei]|mujhe (?:kamre|kamra|bathroom|room|ghar) (?:me|mein) (?:band|lock)|ghar (?:jaane|jane) se (?:[a-z]+ )?dar|mere saath (?:kart[aei]|galat|ganda)',
      // Arabic in Latin letters
      'b?(?:ye|yi|yo|i|e)d(?:ra|ro|ru|re|r)b(?:n|ou?n)[iy]',
    ),
    any(
      FICTION_WORDS,
      HARMLESS_TOUCH,
      DOCTOR,
      'na glowe|rekordy|piane|(?:con|com) (?:la|a) (?:pelota|bola)',
    ),
  ),
  nativeRule(
    'abuse',
    'high',
    any(
      `(?:guardian ?|[他她]|${CHINESE_KIN}|${CHINESE_TEACHER}).{0,8}(?:打|揍|抽|踢|[虐]待|掐|[骂罵].{0,2}打)(?:了)?(?:我|人|我[们們])(?!.{0,2}(?:电|電)[话話]|小[报報]告|的|手机|手機)`,
      '(?:同[学學]|[别別]的孩子|他[们們]|班上|男生|女生).{0,8}(?:打|揍|踢|欺[负負]|霸凌)我(?![们們]|.{0,2}[电電][话話])|被.{0,4}(?:打|揍)(?:了|得)|(?:摸|碰)我(?:的)?(?:下面|胸|屁股|身[体體]|[隐隱]私|私[处處])',
      `(?:guardian ?|[他她]|${CHINESE_KIN}|${CHINESE_TEACHER}).{0,6}摸我(?!的?(?:[头頭]|[额額]|手|[脸臉]|肚子))|不[给給]我(?:[吃饭飯]{1,2}|[东東]西吃)(?!糖|零食|[冰蛋巧])|我[关關][在进進](?!.{0,3}(?:[学學]校|心))|把?我[锁鎖]在|不敢回家|怕回家|[强強]奸|性侵|[对對]我做的事`,
      `(?:يضربني|بيضربني|يضربوني|بيضربوني|يضربونني|ضربني|تضربني|بتضربني|ضربتني|يلمسني|بيلمسني|لمسني|يتحرش بي|اغتصبني|تحبسني|يحبسني|بيحبسني|بتحبسني|يؤذيني|يوذيني|بيؤذيني|بياذيني)(?! (?:مثل|موعد))`,
      `اخاف (?:ان|من ان) (?:ارجع|اعود)|(?:خايف|خايفه|بخاف) (?:ارجع|اروح) (?:ع|علي|ال) ?(?:ال)?بيت|(?:لا|ما) (?:تعطيني|يعطيني|بيعطيني|بتعطيني) (?:اكل|طعام|الطعام)[ا]?|(?:يفعله|يعمله|بيعمله|عمله) (?:بي|في|معي|فيا)`,
    ),
    `医生|醫生|[游遊][戏戲]|故事|篮球|籃球|比[赛賽]|الطبيب|الدكتور|اللعبه|القصه|الكره`,
  ),
  rule(
    'grooming',
    'high',
    any(
      // A stranger who wants pictures or to be alone.
      '(?:pide|pidio|piden|pidiendo|quiere|manda|mando|ensena|enseno)(?: [a-z]+){0,4} (?:fotos?|videos?)(?: [a-z]+){0,3} (?:de mi cuerpo|sin (?:ropa|camiseta|blusa)|desnud[oa]s?|en (?:ropa interior|bikini|calzones|bano)|intimas?)',
      '(?:demande|demandait|veut|envoie(?! moi)|montre(?! moi))(?: [a-z]+){0,4} (?:photos?|videos?)(?: [a-z]+){0,4} (?:nue?s?|deshabillee?|sans (?:vetements|haut|habits)|en (?:maillot|culotte|sous vetements))',
      '(?:pede|pediu|pedindo|quer|manda|mandou)(?: [a-z]+){0,3} (?:fotos?|videos?|nudes)(?: [a-z]+){0,3} (?:sem (?:roupa|camisa|blusa)|pelad[oa]s?|nu|nua|nus|nuas|de (?:biquini|calcinha|sutia))',
      'nag(?:ie|ich|a|iego) (?:zdjec|fotk|fot)[a-z]*|zdjec(?:ia|ie) (?:[a-z]+ ){0,2}(?:nago|bez ubran|bez koszulki)[a-z]*',
      '(?:gui|chup|xin|doi)(?: [a-z]+){0,3} (?:anh|hinh|video)(?: [a-z]+){0,3} (?:khoa than|khong mac (?:quan ao|ao|do|gi)|nude)',
      '(?:hubad|nakahubad|walang (?:damit|saplot))(?: [a-z]+){0,3} (?:pics?|pictures?|litrato|larawan|photos?|videos?)|(?:pics?|pictures?|litrato|larawan|photos?|videos?)(?: [a-z]+){0,3} (?:hubad|nakahubad|walang (?:damit|saplot))',
      '(?:nangi|nude|bina kapd[a-z]+|gandi)(?: [a-z]+){0,2} (?:photos?|pics?|videos?|tasveer)',
      '(?:online|en linea|internet|insta|instagram|snap|discord|discordzie|tiktok|roblox|whatsapp|facebook|fb|en ligne|kennengelernt)(?: [a-z]+){0,10} (?:a solas|verme sol[oa]|seule?|allein treffen|alleine treffen|sozinh[oa]|sam na sam|mag isa|akele|akeli|mot minh)',
    ),
    FICTION_WORDS,
    inItsSentence,
  ),
  nativeRule(
    'grooming',
    'high',
    '(?:要|[发發]|拍|看)(?:了)?(?:我|你)?的?(?:裸照|裸[体體]照|[没沒]穿衣服的照片)|صور(?:ه|ا|ي|تي)? (?:عاريه|عاري|بدون ملابس|من غير هدوم|بلا ملابس)',
  ),
]

/** Words of an adult who wants to harm a child, by kind. `adults`: ordinary among friends. */
const LURE_PHRASES = {
  picture: {
    latin: any(
      // Spanish
      'fotos? tuyas?|eres virgen|(?:manda|envia)me (?:[a-z]+ ){0,2}fotos?(?! (?:del?(?! ti)|cuando|en cuanto|antes|despues|para|al)(?![a-z]))|(?:quitate|quitame|sacate) (?:la (?:camiseta|blusa|playera|ropa|camisa|falda|remera)|el (?:vestido|sosten|pantalon|bra|brasier)|los (?:pantalones|calzones))(?! (?:mojad|sucia|sucio|de (?:deporte|gimnasia))[a-z]*)',
      // French
      'photos? de toi|(?:tes|t es|tu es) vierge|envoie moi (?:[a-z]+ ){0,2}photos?(?! (?:du|des|de(?! toi)|quand|des que|avant|apres|pour)(?![a-z]))|montre (?:moi )?(?:ton corps|tes seins|tes fesses|ton ventre)|enleve (?:ton|ta|tes) (?:t ?shirt|tee ?shirt|haut|culotte|robe|pantalon|soutien gorge|chemise|vetements|habits)(?! (?:mouille|sale))',
      // German
      'noch jungfrau|(?:schicke?|sende?) mir (?:[a-z]+ ){0,2}(?:fotos?|bild|bilder|selfie) von dir|zeig mir (?:mehr von dir|deinen korper|deine (?:brust|bruste|beine))|zieh (?:[a-z]+ ){0,1}(?:dein|deine|dir das|dir die) (?:[a-z]+ )?(?:t ?shirt|shirt|oberteil|hose|bh|hemd|bluse|kleid|unterhose)(?: [a-z]+){0,1} aus',
      // Portuguese
      '(?:manda|envia)(?: me)? (?:uma )?fotos? (?:sem (?:blusa|roupa|camisa)|de (?:biquini|calcinha|sutia))|tir(?:a|e) (?:a (?:blusa|camiseta|roupa|camisa|calcinha|saia)|o (?:sutia|vestido|biquini|short))(?! (?:molhad|suj)[a-z]*)|(?:manda|envia|mande)(?: me)? (?:uma |umas )?fotos? (?:sua|tua)s?(?! (?:[a-z]+ )?(?:3x4|projeto|trabalho|experimento|maquete))',
      // Polish
      '(?:wyslij|przyslij|pokaz)(?: mi)? nagie (?:zdjecie|zdjecia|fotki?)|zdejmij (?:bluzke|koszulke|ubranie|spodnie|majtki|stanik|sukienke)|(?:wyslij|przyslij|pokaz) (?:mi )?(?:swoje|twoje) (?:zdjecie|fotke|fotki|zdjecia)(?! (?:do|projektu|pracy|modelu))',
      // Vietnamese
      '(?:gui|cho)(?: [a-z]+){0,2} (?:anh|hinh) (?:cua em|khoa than)(?: [a-z]+){0,1} (?:cho|di|thay|anh|xem)|(?:gui|cho)(?: [a-z]+){0,2} (?:anh|hinh) khoa than|coi (?:het )?(?:ao|quan ao|vay)(?: ra| di)?(?! (?:khoac|mua|am|len|lanh))|(?:anh|hinh) (?:cua )?em (?:mac|khong mac) (?:bikini|do|ao tam|quan ao)',
      // Tagalog
      '(?:padala|send|pasend) ka(?: [a-z]+){0,2} (?:ng|nang) (?:picture|pic|litrato|selfie) mo|hubarin mo(?: (?:na|ang|yung|nga)){0,2} (?:damit|suot|shirt|t ?shirt|blouse|pantalon|panty|bra|palda)|(?:pic|picture|litrato|pics)(?: [a-z]+){0,2} (?:mo|mong) (?:[a-z]+ ){0,1}(?:naka ?(?:bikini|bra|panty|hubad)|nakahubad|walang damit)',
      // Hindi
      '(?:apni|apna) (?:photo|pic|tasveer|selfie) (?:bhej|send)[a-z]*|(?:apne|sare) kapde (?:utaro|utar|utaar|nikalo)[a-z]*|(?:bikini|nangi|bina kapd[a-z]+)(?: [a-z]+){0,2} (?:photo|pic|tasveer|video)',
    ),
    native: any(
      '[发發]一?[张張]?你(?:自己)?的(?:照片|自拍)|(?:ارسل|ارسلي|ابعت|ابعتي|ابعتلي|ابعتيلي|ابعثي|ابعث)(?: لي)? صور(?:تك|ه لك|ك)(?! (?:من|ل|مع))',
      '(?:把)?(?:衣服|上衣|[裤褲]子|内衣|裙子)[脱脫](?:掉|了|下)|[脱脫](?:掉|光)?(?:衣服|上衣|[裤褲]子|内衣)|(?:泳[装裝]|内衣|裸[体體]?).{0,2}照',
      '(?:اخلع|اخلعي|اشلح|اشلحي|اقلع|اقلعي) (?:ملابسك|ثيابك|قميصك|هدومك|بلوزتك)|صور(?:ه|تك|ه لك|ك)(?: [\\p{L}]{1,8})? (?:بال|بدون |من غير )(?:بكيني|مايوه|ملابس|هدوم)',
    ),
  },
  secrecy: {
    latin: any(
      // Spanish
      'borra (?:los|todos los) (?:mensajes|chats)|no (?:le|se lo|lo) digas a (?:(?:tu|tus|mi|mis) (?:papas?|mama|padres?|madre|familia|maestr[oa]|profe|profesor[a]?)|nadie(?! (?:tu|la|las|el) ))|nuestro secreto|no (?:se )?(?:lo |le |les )?(?:digas|cuentes|comentes)(?: [a-z]+){0,2} a (?:tus (?:papas|padres|papis)|tu (?:mama|papa|madre|padre|familia)|nadie)(?! (?:tu|la|las|el|los|que) )|(?:nadie|ninguien)(?: mas)? (?:tiene que|debe|puede|necesita|se tiene que) (?:saberlo|enterarse|enterar|saber (?:de esto|nada|lo nuestro))|que no se enteren? (?:de esto )?(?:tu|tus|nadie)|si (?:se )?(?:lo |le )?(?:dices|cuentas)(?: [a-z]+){0,2} a (?:alguien|nadie|tus|tu)|borra (?:estos|nuestros|mis|este) (?:mensajes?|chats?)|(?:queda|quede|quedara) entre (?:nosotros|tu y yo|los dos)',
      // French
      '(?:ne )?(?:le |en )?dis (?:pas |rien )(?:[a-z]+ ){0,1}a (?:ta mere|ton pere|ta maman|ton papa|tes parents|personne)|ne (?:le |en )?dis (?:[a-z]+ ){0,2}a (?:tes parents|personne)|notre (?:[a-z]+ ){0,1}secret|(?:nen|n en|en) parles? (?:[a-z]+ ){0,1}a (?:personne|tes parents)|pas un mot a (?:ta mere|ton pere|tes parents|personne)|personne (?:ne )?(?:doit|peut|a besoin de) (?:le )?(?:savoir|lapprendre)|si tu (?:le |en |l ?)?(?:dis|parles|racontes)(?: [a-z]+){0,2} (?:a quelquun|a tes parents|quelquun|a ta mere)|efface (?:ces|nos|mes) (?:messages?|sms)|(?:reste|garde|restera)(?: ca)? entre (?:nous|toi et moi)(?! deux equipes)',
      // German
      '(?:sags?|erzahle?|erzahls) (?:[a-z]+ ){0,2}(?:niemandem|niemand|keinem|nicht deinen eltern|deinen eltern nichts)|unser (?:[a-z]+ ){0,1}geheimnis|bleibt unter uns|(?:erzahle?|sage?|verrate?) (?:das|es|davon) (?:[a-z]+ ){0,2}(?:nicht|nichts|niemals) (?:deiner|deinem|deinen) (?:mama|mutter|papa|vater|eltern)|(?:erzahle?|sage?|verrate?) (?:deiner|deinem|deinen) (?:mama|mutter|papa|vater|eltern) (?:[a-z]+ ){0,1}nichts|sag (?:es )?(?:[a-z]+ ){0,1}(?:deinen eltern|deiner (?:mama|mutter)|deinem (?:papa|vater)) (?:[a-z]+ ){0,2}nichts|(?:muss|braucht|darf|soll) (?:ja |doch )?(?:niemand|keiner) (?:sonst |davon )?(?:zu )?(?:wissen|erfahren)(?! (?:wie|was|wer))|wenn du (?:das |es )?(?:jemandem|irgendwem|deinen eltern|wem|irgendjemandem) (?:[a-z]+ ){0,1}(?:erzahlst|sagst|verratst)|losche? (?:[a-z]+ ){0,1}(?:diese|unsere|meine) (?:nachrichten|chats?)|(?:bleibt|bleib|ist) (?:nur )?zwischen (?:dir und mir|uns beiden|uns zwei)',
      // Portuguese
      'apag(?:a|ue) as (?:mensagens|conversas)|(?:nao|n|num) (?:conta|conte|contes|fala|fale) (?:isso )?(?:para|pra) (?:os )?(?:seus|teus) pais|(?:nao|n|num) (?:conta|conte|contes|fala|fale|fales|diz|diga|digas)(?: [a-z]+){0,2} (?:pra|pros|para|a|aos|ao|pro) (?:[a-z]+ ){0,1}(?:ninguem|pais|mae|pai|familia)(?! (?:a|o|as|os|sua|tua|qual) )|noss[oa] (?:pequeno )?(?:segredo|segredinho)(?! de)|segredo (?:so )?nosso|ninguem (?:mais )?(?:precisa|pode|deve|tem que) (?:ficar )?(?:saber(?! (?:a|o|os|as|de|tudo) )|sabendo)|apag(?:a|ue) (?:essas|estas|nossas|minhas) (?:mensagens|conversas)|fica (?:so )?entre (?:nos|a gente|eu e voce|mim e ti)|se (?:voce |vc |tu )?(?:contar|contares|falar)(?: [a-z]+){0,2} (?:pra|para|a) (?:alguem|ninguem|seus pais|sua mae)',
      // Polish
      'nie mow(?: (?:nic|o tym|tego)){0,2} (?:rodzicom|mamie|tacie|nikomu)|nikomu(?: (?:o tym|tego|nic)){0,2} nie mow|nasz[a]? (?:mala |maly )?(?:tajemnica|sekret)|nikt nie (?:musi|moze|powinien)(?: (?:o tym|tego|sie)){0,2} (?:wiedziec|dowiedziec)|usun (?:te |nasze |moje )?(?:wiadomosci|smsy|rozmowy)|(?:zostanie|zostaje|zostaw to) (?:[a-z]+ )?miedzy nami|jak (?:to )?komus (?:o tym )?powiesz',
      // Vietnamese
      'dung (?:co )?(?:noi|ke|bao)(?: [a-z]+){0,3} (?:voi|cho|cho|biet) (?:ai|bo me|ba me|bo|me|gia dinh)(?! (?:dap an|mat khau))|bi mat (?:rieng )?(?:cua|giua) (?:chung ta|minh|hai (?:chung ta|dua|thay tro)|thay tro)|khong ai (?:can|duoc|nen|phai) biet|xoa (?:het )?(?:tin nhan|may tin|doan chat)(?: [a-z]+)? (?:nay|di|cua)',
      // Tagalog
      '(?:wag|huwag|wag na|huwag na) (?:mo|mong|mo itong|mo tong|mo ng)(?: [a-z]+){0,2} ?(?:sabihin|ikwento|sasabihin|isumbong|sabihan)(?: [a-z]+){0,2} (?:kahit kanino|kanino man|(?:sa )?(?:mga )?magulang mo|(?:sa|kay) (?:mama|papa|nanay|tatay) mo)|(?:sikreto|sikretong|secret) (?:lang )?nati?n(?! lahat)|walang (?:dapat|ibang dapat|pwedeng) (?:maka)?alam|burahin mo(?: (?:na|ang|yung|itong|tong)){0,2} (?:mga )?(?:messages?|mensahe|usapan|chat|convo)|(?:pag|kapag) (?:nagsumbong|nagsabi) ka',
      // Hindi
      '(?:kisi ko|kisi se)(?: [a-z]+){0,2} (?:mat|mt|na) (?:batana|btana|bolna|kehna|kahna)|(?:mummy|mumma|mammi|papa|parents|ghar walo|ghar walon)(?: [a-z]+){0,1} (?:ko|se)(?: [a-z]+){0,1} (?:mat|mt) (?:batana|btana|bolna|kehna|kahna)|(?:hamara|hum dono ka) (?:[a-z]+ ){0,1}(?:secret|raaz)|kisi ko (?:bhi )?(?:pata|maloom|pta) (?:nahi|nhi|na) (?:chal|hon|lag)[a-z]*|(?:ye|yeh|hamare|humare) (?:sab )?(?:messages?|msgs?|chats?) (?:delete|mita|hata)',
    ),
    native: any(
      `(?:不要|[别別]|不准|不[许許]|不能)(?:把.{1,6})?(?:告[诉訴]你?的?${CHINESE_ADDRESSEE}|(?:跟|和|[给給]|[对對])你?的?${CHINESE_ADDRESSEE}(?:[说說]|[讲講])(?![话話])|[让讓]你?的?${CHINESE_ADDRESSEE}知道)(?!.{0,6}(?:答案|密[码碼]|[结結]局))|我[们們](?:之[间間])?的?小?秘密|(?:信息|短信|消息|[讯訊]息|聊天[记記][录錄]).{0,2}[删刪]|[删刪](?:掉|除)聊天[记記][录錄]|[删刪](?:掉|除)?(?:[这這]些|我[们們]的)(?:信息|短信|消息|[讯訊]息|聊天)`,
      'لا (?:تخبر|تخبري|تقل|تقول|تقولي|تحكي|تحك) (?:ل)?(?:والديك|والدك|والدتك|اهلك|امك|ابيك|ماما|بابا|احدا|احد|لاحد|لامك|لاهلك|لابيك|لوالديك|لحدا|حدا)(?! (?:بالجواب|كلمه|بكلمه|بالحل|الجواب))|(?:هذا|هاد|ده) سر(?:نا| بيننا| بينا)|(?:لا|ما) (?:يجب|لازم|احد|حدا) (?:ان |يجب )?(?:ان )?يعرف (?:احد|حدا|بهذا)|(?:امسح|امسحي|احذف|احذفي) (?:هذه |هاي |هال ?)?الرسايل',
    ),
  },
  alone: {
    latin: any(
      // Spanish
      'estas sol[oa] en casa|(?:verte|vernos|espero|quedamos|estar) a solas(?! con (?:tus|tu))|ven (?:tu )?sol[oa](?! (?:si|o) )|(?:tu y yo|los dos) sol[oa]s(?! (?:contra|en el equipo))',
      // French
      'viens (?:toute? )?seule?(?! (?:ou|si) )|(?:tes|t es|es tu|tu es) (?:toute? )?seule? (?:a la maison|chez toi)',
      // German
      'lass uns (?:[a-z]+ ){0,2}alleine? treffen|bist du (?:gerade )?allein(?! oder)|bist du (?:[a-z]+ ){0,3}allein (?:daheim|zuhause|zu hause)|komm (?:[a-z]+ ){0,2}alleine?(?! oder)',
      // Portuguese
      'vem (?:na|pra|em) minha casa(?=[ .]?$)|vem (?:na|pra|em) minha casa (?:sozinh|escondid)[oa]|ve(?:m|nha) (?:aqui )?(?:voce |tu )?sozinh[oa](?! (?:ou|se) )|(?:ta|esta|estas|ce ta) sozinh[oa] em casa',
      // Polish
      'przyjdz do mnie do domu|przyjdz (?:do mnie )?sam[a]?(?! (?:czy|lub|albo) )|jestes (?:teraz )?sam[a]? w domu',
      // Vietnamese
      '(?:den|qua|sang) nha (?:thay|anh|chu) di(?! (?:thi|hoc|ca lop))|em (?:co |dang )?o nha mot minh|(?:den|qua|sang)(?: (?:nha|day|cho|phong)){0,1}(?: (?:thay|anh|chu|bac)){0,1} mot minh(?! hay)',
      // Tagalog
      '(?:punta|pumunta) ka sa bahay ko|mag ?isa ka (?:lang )?(?:ba )?(?:[a-z]+ )?(?:sa )?bahay|(?:punta|pumunta) ka(?: [a-z]+){0,2} (?:na )?mag ?isa',
      // Hindi
      '(?:mere|mera) ghar (?:aao|aa jao|aaja|aana)|ghar (?:pe|par|me|mein) akel[ie] (?:ho|hai|h)|akel[ei] (?:aana|ana|aao|aaja|aa jana|milna|milo)(?! ya)',
    ),
    native: any(
      '^[来來]我家|(?:تعال|تعالي) (?:الي |ع |علي |ل)?بيتي',
      '你?(?:自己)?一[个個]人在家[吗嗎]|(?<!是|[该該]|自己)一[个個]人(?:[过過]?[来來])(?![这這]|的|.{0,3}(?:[还還]是|或))',
      '(?:وحدك|لوحدك|لحالك) (?:في |ب ?)(?:ال)?(?:بيت|منزل)(?! (?:ام|او))|تعال(?:ي)? (?:لوحدك|وحدك|لحالك)',
    ),
  },
  flattery: {
    latin: any(
      // Spanish
      'madur[oa] para tu edad|tu (?:pareces|eres) (?:[a-z]+ ){0,2}para tu edad',
      // French
      'mure? pour ton age',
      // German
      'reif fur dein alter',
      // Portuguese
      'madur[oa] (?:pra|para) (?:a )?(?:sua|tua) idade',
      // Polish
      '(?:dojrzal[ay]|powazn[ay]) jak na swoj wiek',
      // Vietnamese
      'truong thanh hon tuoi',
      // Tagalog
      'mature mo (?:na )?para sa (?:edad|age) mo',
      // Hindi
      '(?:umar|umr|age) se (?:kaafi |bahut )?(?:badi|bade|bada|mature) (?:lagt|ho|lag)[a-z]*',
    ),
    native: any('比同[龄齡]人成熟', 'ناضجه? (?:بالنسبه ل|علي ) ?عمرك'),
  },
  adults: {
    latin: any(
      // Spanish
      'eres (?:muy |tan |bien )?sexy|(?:desnudate|quitate la ropa)(?=[.]|$| (?:para|y))|nadie te (?:va a creer|creera|creeria)(?! (?:que|lo|cuando)(?![a-z]))|que llevas puesto(?! en )|tienes novi[oa](?=[.]|$)|(?:dame|pasame|mandame) tu (?:numero|celular)(?! de (?:cuenta|lista|alumno))|donde vives|ven a mi casa|(?:quiero|ganas de|gustaria) (?:besarte|tocarte|acariciarte|verte (?:sin ropa|desnud[oa]))|me gustas (?:mucho|tanto)|(?:pasame|dame|mandame|dime) (?:tu|el) (?:whatsapp|wasap|whats|insta|instagram|snap|discord|telegram)',
      // French
      '(?:tu es|tes|t es) (?:trop |tres |si )?sexy|deshabille toi(?=[.]|$| (?:pour|et))|personne (?:ne )?te croira|tu portes quoi|quest ce que tu portes(?=[.]|$)|(?:tu as|as tu) un (?:petit )?copain(?=[.]|$)|(?:donne|file|envoie) moi ton numero(?! de )|ou habites tu|viens chez moi|(?:envie de|veux|voudrais|aimerais) (?:tembrasser|t embrasser|te toucher|te caresser|te voir nue?)|(?:donne|file|passe|envoie)(?: moi)? (?:ton|le) (?:snap|insta|instagram|whatsapp|discord)(?! de la classe)',
      // German
      'du bist (?:so |sehr |echt )?sexy|zieh dich (?:mal |ganz |nackt )?aus(?=[.]|$| (?:fur|und zeig))|(?:niemand|keiner) (?:wird|wurde) dir (?:das )?glauben(?! (?:dass|schenken|wenn)(?![a-z]))|was hast du (?:gerade )?an(?=[.]|$)|hast du (?:schon )?(?:einen freund|eine freundin)(?=[.]|$)|(?:gib|schick) mir (?:mal )?deine (?:handy ?)?nummer|treffen wir uns allein|wo wohnst du|komm (?:[a-z]+ ){0,2}zu mir nach hause|(?:in dich verliebt|will dich (?:kussen|beruhren|anfassen|nackt))|schreib mir (?:[a-z]+ ){0,2}(?:auf|bei|uber) (?:whatsapp|snap|snapchat|insta|instagram|discord|telegram)|(?:gib|schick|sag) mir (?:mal )?(?:dein|deinen) (?:[a-z]+ )?(?:snap|snapchat|insta|instagram|whatsapp|discord)',
      // Portuguese
      '(?:voce|vc) e (?:muito |tao )?(?:gostos[oa]|sexy)(?=[.]|$)|ninguem vai acreditar em (?:voce|vc|ti)(?=[.]|$)|(?:voce|vc|tu) tem namorad[oa]|(?:me passa|me da|passa) (?:o )?(?:seu|teu) numero(?! de )|quero te (?:beijar|tocar|ver (?:nua|nu|pelad[oa]|sem roupa))|(?:me chama|fala comigo|me add|me adiciona) (?:la )?no (?:whats|whatsapp|zap|insta|snap|discord|telegram)|(?:passa|da|manda|me da) (?:o )?(?:seu|teu) (?:whatsapp|zap|whats|insta|instagram|snap|discord)',
      // Polish
      'rozbierz sie(?=[.]|$| (?:dla|i))|nikt ci nie uwierzy(?=[.]|$)|masz (?:juz )?(?:chlopaka|dziewczyne)(?=[.]|$)|co masz na sobie(?=[.]|$)|(?:daj|podaj) (?:mi )?(?:swoj|twoj) numer(?! (?:indeksu|zadania))|chce cie (?:pocalowac|dotknac|dotykac)|(?:daj|podaj|wyslij) (?:mi )?(?:swoj|swojego|twojego) (?:snapa|insta|instagrama|whatsappa|discorda)|(?:napisz|pisz|odezwij sie) (?:do mnie )?na (?:snapie|insta|instagramie|whatsappie|discordzie|telegramie)',
      // Vietnamese
      '(?:em|con) (?:da )?co ban trai chua|(?:thay|anh|chu) yeu em|(?:thay|co|chu) se danh em(?! (?:gia|dau|so|trong))',
    ),
    native: any(
      '加我的?(?:微信|qq)|想[亲親]你|想摸你|没(?:有)?人会(?:相信|信)你',
      'لن يصدقك احد|محد(?:ش)? (?:راح |ح)?يصدقك',
    ),
  },
}

/** Rules for the words of adults to a child. No story excuses them; an answer or a password that is not to be told does. */
export const ADULT_RULES_IN_OTHER_LANGUAGES: readonly ScreeningRule[] = [
  rule(
    'grooming',
    'high',
    any(...Object.values(LURE_PHRASES).map(({ latin }) => latin)),
    'answers?|jawab|pass ?words?|passwort|mot de passe|contrasena|senha|respuesta|resposta|hasl[oa]|odpowiedzi?|sagot|dap an',
    inItsSentence,
  ),
  nativeRule('grooming', 'high', any(...Object.values(LURE_PHRASES).map(({ native }) => native))),
  rule(
    'violence',
    'high',
    any(
      'te mato s[ie] (?:lo |le |voce |vc )?(?:cuentas|dices|hablas|ensenas|contar|contares|mostrar|falar)|te voy a (?:dar una cachetada|romper la (?:cara|boca)|golpear|dar una paliza|matar|pegar(?! (?:un|una|el|la|unas) )|pegar una (?:paliza|cachetada))|(?:je vais|jvais|vais) te (?:frapper|taper|gifler|tuer)|je te (?:tue|frappe|tape) si tu (?:parles|dis|montres|racontes|recommences|continues)|tu vas (?:prendre|recevoir) une (?:gifle|claque|raclee)|(?:du kriegst|du bekommst|ich gebe? dir) eine (?:ohrfeige|tracht prugel|backpfeife)|ich haue? dir eine (?:runter|rein)|ich tue? dir weh(?! (?:getan|wenn du willst))|ich (?:schlage?|verprugele?|haue?) dich(?! (?:im|beim|in|vor|fur|nach|um|noch)(?![a-z]))',
      'vou te (?:bater|matar|espancar|dar uma surra)|vou bater (?:te|em voce)|(?<!nie )(?:zbije|pobije|zabije|uderze) cie|(?:thay|co|tao|tui|chu) (?:se )?danh (?:em|may|con) (?:neu|chet|bay gio)|(?:bo|tao|chu|thay) se giet (?:con|em|may)|(?:tumhe|tujhe|tumko) (?:jaan se )?maar (?:dunga|dungi|doonga|daalunga)|(?:sasaktan|papatayin|papaluin|bubugbugin|sasampalin) kita|(?:bahut|tujhe|tumhe|tumko) (?:maarunga|maarungi|marunga|peetunga|peetungi)',
    ),
    '(?:im|beim) (?:schach|spiel|rennen)|(?<!(?:juegas|jugar) )al ajedrez|en el (?:ajedrez|juego)|(?<!(?:joues|jouer) )aux? (?:echecs|jeu)|no (?:xadre[sz]|jogo)|w (?:szach[a-z]*|grze)|(?:at|in|sa) chess',
    inItsSentence,
  ),
  nativeRule(
    'violence',
    'high',
    '我(?:就|要|[会會]|一定)*打(?:死|[断斷])?你(?!.{0,2}[电電][话話]|的|手机)|我(?:要|[会會])?[杀殺](?:了|死)你|(?:ساضربك|رح اضربك|هضربك|حاضربك|ساقتلك|بضربك|بقتلك)',
  ),
]

/** The same among minors, one of whom may be an adult. */
export const LURES_IN_OTHER_LANGUAGES = Object.entries(LURE_PHRASES).flatMap(
  ([kind, { latin, native }]) =>
    kind === 'adults' ? [] : [{ kind, shows: { ...phrases(latin), ...nativePhrase(native) } }],
)
