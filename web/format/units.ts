// Conversion of metric units to US customary units: target unit and factor.
const CUSTOMARY: Record<string, readonly [unit: string, factor: number, from?: number]> = {
  mm: ['in', 1 / 25.4],
  cm: ['in', 1 / 2.54],
  m: ['ft', 1 / 0.3048],
  km: ['mi', 1 / 1.609_344],
  g: ['oz', 1 / 28.349_523],
  kg: ['lb', 1 / 0.453_592_37],
  ml: ['fl oz', 1 / 29.573_53],
  l: ['qt', 1 / 0.946_352_9],
  '°C': ['°F', 1.8, 32],
}

const NAMES: Record<string, string> = {
  millimetres: 'mm',
  centimetres: 'cm',
  metres: 'm',
  metre: 'm',
  kilometres: 'km',
  grams: 'g',
  kilograms: 'kg',
  millilitres: 'ml',
  litres: 'l',
  litre: 'l',
}

const WORDS: Record<string, number> = {
  'half a': 0.5,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
}

const NUMBER = String.raw`\d+(?:,\d{3})*(?:\.\d+)?`
const AMOUNT = `${NUMBER}|${Object.keys(WORDS).join('|')}`
const UNIT = [...Object.keys(NAMES), ...Object.keys(CUSTOMARY)].join('|')

/** A measure or range ("10 to 15 cm") without an existing conversion in brackets, and not part of a longer number or unit. */
const MEASURE = new RegExp(
  String.raw`(?<![\w.,-])(?:(${AMOUNT})( to | by | and | or ))?(${AMOUNT}) (${UNIT})(?![\w²³/]| \()`,
  'gi',
)

const amountOf = (words: string) => WORDS[words.toLowerCase()] ?? Number(words.replaceAll(',', ''))

// Rounded to typical precision; degrees to the degree, because 60 °C water scalds.
const two = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 2 })
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** Countries that use inches, ounces and degrees Fahrenheit. */
const CUSTOMARY_REGIONS: ReadonlySet<string | undefined> = new Set(['US', 'LR'])

/** Adds customary units in brackets after metric measures, for locales that use them. */
export const inUnitsOf = (text: string, locale: string): string =>
  CUSTOMARY_REGIONS.has(new Intl.Locale(locale).maximize().region)
    ? text.replace(MEASURE, (measure, first: string | undefined, between, second, named) => {
        const [unit, factor, from = 0] = CUSTOMARY[NAMES[named.toLowerCase()] ?? named] ?? []
        if (!unit || !factor) return measure
        const say = (words: string) =>
          (unit === '°F' ? whole : two).format(amountOf(words) * factor + from)
        return `${measure} (${first ? say(first) + between : ''}${say(second)} ${unit})`
      })
    : text

/** Like `inUnitsOf`, for the reader's locale. */
export const inReadersUnits = (text: string): string =>
  inUnitsOf(text, new Intl.NumberFormat().resolvedOptions().locale)
