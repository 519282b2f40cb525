import { describe, expect, test } from 'vitest'

import { findHarmAtHome } from '#rules/messages'

import { NO_NAMES } from './names-at-home.ts'

const isHeard = (text: string) => findHarmAtHome(text, NO_NAMES).length > 0

const ASKED = {
  German: [
    'Hat dein Vater dich wieder geschlagen?',
    'Hat dich dein Vater wieder geschlagen?',
    'Schlägt dich dein Papa noch?',
    'Schlägt dein Vater dich noch?',
    'Hat dich jemand zu Hause geschlagen?',
    'Dein Onkel hat dich angefasst, oder?',
    'Fasst dich dein Stiefvater noch an?',
    'Tut dir deine Mama weh?',
    'Ich weiß, dass deine Mutter dich schlägt.',
    'Hat er dich wieder geschlagen?',
    'Schlaegt er dich?',
    'Hast du Angst vor deinem Vater?',
    'Hast du Angst, nach Hause zu gehen?',
    'Wirst du zu Hause geschlagen?',
    'Verprügelt dich dein großer Bruder?',
  ],
  Spanish: [
    '¿Tu papá te pega?',
    '¿Te volvió a pegar tu papá?',
    '¿Te pega tu mamá todavía?',
    '¿Tu tío te ha tocado?',
    '¿Él te pega?',
    '¿Te ha pegado otra vez?',
    '¿Tu padrastro te hizo daño?',
    '¿Tienes miedo de tu papá?',
    '¿Te da miedo tu padre?',
    '¿Te pegan en casa?',
  ],
  French: [
    'Ton père te tape encore ?',
    'Est-ce que ton père t’a encore frappé ?',
    'Ta mère te frappe ?',
    'Ton oncle t’a touchée ?',
    'Ton beau-père te fait du mal ?',
    'Est-ce qu’il te frappe ?',
    'Est-ce qu’il t’a frappée hier ?',
    'Te frappe-t-il encore ?',
    'As-tu peur de ton père ?',
    'Ton papa te fait peur ?',
  ],
  Portuguese: [
    'Seu pai ainda te bate?',
    'O teu pai bate-te?',
    'Seu pai bateu em você?',
    'Seu tio mexeu com você?',
    'Sua mãe te machuca?',
    'Ele te bateu de novo?',
    'Você tem medo do seu pai?',
    'Você apanha em casa?',
  ],
  Polish: [
    'Czy tata cię bije?',
    'Czy tata znowu cię uderzył?',
    'Czy ojczym cię dotyka?',
    'Bije cię mama?',
    'Czy on cię bije?',
    'Znowu cię uderzył?',
    'Czy wujek robi ci krzywdę?',
    'Boisz się taty?',
    'Boisz się wracać do domu?',
  ],
}

describe('an adult who asks about harm at home', () => {
  test.each(Object.entries(ASKED))('in %s is heard', (_, texts) => {
    expect(texts.filter((text) => !isHeard(text))).toEqual([])
  })
})

test.each(
  Object.entries({
    German: [
      'Hat dein Bruder dich im Schach geschlagen?',
      'Dein Vater hat dich gestern abgeholt.',
      'Hast du dich beim Sport verletzt?',
      'Deine Mutter hat dir einen Kuchen gebacken.',
      'Sie hat dich im Wettrennen geschlagen.',
      'Hast du Angst vor der Prüfung?',
      'Frag deine Eltern, ob sie dich fahren.',
      'Deine Mama freut sich sicher über dich.',
    ],
    Spanish: [
      'Ahora te toca a ti.',
      'Tu papá te recoge a las tres.',
      '¿Tu hermano te toca el piano?',
      '¿Te pega el sol en la cara?',
      'Te pego aquí el enlace.',
      'Hoy te toca leer.',
      'Tu mamá te ha hecho un pastel.',
    ],
    French: [
      'Ton frère te bat aux échecs ?',
      'Qu’est-ce qui te frappe dans ce poème ?',
      'Ce poème, est-ce qu’il te touche ?',
      'Ta mère t’a fait un gâteau.',
      'Ton père te cherche à quatre heures.',
      'As-tu peur de ton contrôle ?',
      'On te pousse à réfléchir.',
    ],
    Portuguese: [
      'Seu pai te busca às três.',
      'Bate palmas com seu pai.',
      'Seu irmão te ganhou no xadrez?',
      'Ela te ajudou com a tarefa?',
      'Você tem medo da prova?',
      'A música te toca?',
    ],
    Polish: [
      'Tata cię odbierze o trzeciej.',
      'Mama cię pozdrawia.',
      'Co cię uderzyło w tym wierszu?',
      'Boisz się sprawdzianu?',
      'Twój brat pobił cię w szachach.',
      'Ta scena cię uderza?',
      'Czy brat cię uczy grać w szachy?',
      'Wracasz do domu o czwartej?',
    ],
  }),
)('what an adult writes every day in %s is not', (_, texts) => {
  expect(texts.filter(isHeard)).toEqual([])
})
