/** A typed number with its unit. Two values if a comma may be a decimal sign or separate thousands. */
export type Quantity = { values: number[]; unit: string }

const NUMBER =
  /^([-+−]?)\s*(\d{1,3}(?:[ \u00A0\u202F']\d{3}){1,3}|\d{1,3}(?:,\d{3}){2,3}|\d{1,12})?(?:([.,])(\d{0,20}))?(?:e([-+]?\d{1,2}))?(?:\s*\/\s*(\d{1,9}(?:[.,]\d{1,9})?))?\s*([^\d\s.,][^]*)?$/i

const MAX_VALUE = 1e18
const POWER = /\s*[x×*·]\s*10\s*\^?\s*([-−]?\d{1,2})/
const CURRENCY = /^([-−]?)\s*([€$£])\s*/

const decimal = (text: string): number => Number(text.replace(',', '.'))

/** Reads `13.8 m`, `13,8m`, `3/4`, `1 200`, `€ 5`, `3 × 10^8`; undefined if it is no number. */
export const readQuantity = (typed: string): Quantity | undefined => {
  const text = typed.trim().slice(0, 200)
  const currency = CURRENCY.exec(text)?.[2] ?? ''
  const written = text
    .replace(CURRENCY, '$1')
    .replace(POWER, (_, power: string) => `e${power.replace('−', '-')}`)
  const found = NUMBER.exec(written)
  if (!found) return undefined
  const [, sign = '', whole = '', mark, fraction = '', power = '0', divisor = '1', unit = ''] =
    found
  if (whole === '' && fraction === '') return undefined
  const digits = whole.replace(/\D/g, '')
  const scale = ((sign === '' || sign === '+' ? 1 : -1) * 10 ** Number(power)) / decimal(divisor)
  const values = [Number(`${digits || '0'}.${fraction || '0'}`) * scale]
  if (mark === ',' && fraction.length === 3) values.push(Number(digits + fraction) * scale)
  if (!values.every((value) => Math.abs(value) < MAX_VALUE)) return undefined
  return { values, unit: unit.trim() || currency }
}

/** Spellings of a unit, its quantity, and its size. */
const UNITS: readonly (readonly [spellings: string, quantity: string, size: number])[] = [
  ['mm millimetre millimetres millimeter millimeters', 'length', 0.001],
  ['cm centimetre centimetres centimeter centimeters', 'length', 0.01],
  ['m metre metres meter meters', 'length', 1],
  ['km kilometre kilometres kilometer kilometers', 'length', 1000],
  ['g gram grams gramme grammes', 'mass', 1],
  ['mg milligram milligrams', 'mass', 0.001],
  ['kg kilogram kilograms kilo kilos', 'mass', 1000],
  ['s sec second seconds', 'time', 1],
  ['min minute minutes', 'time', 60],
  ['h hr hour hours', 'time', 3600],
  ['ml millilitre millilitres milliliter milliliters', 'volume', 0.001],
  ['l litre litres liter liters', 'volume', 1],
  ['° deg degree degrees', 'angle', 1],
  ['% percent', 'share', 1],
  ['€ eur euro euros', 'euros', 1],
  ['$ usd dollar dollars', 'dollars', 1],
  ['£ gbp pound pounds', 'pounds', 1],
  ['cm² cm2 cm^2', 'area', 0.0001],
  ['m² m2 m^2', 'area', 1],
  ['mol mole moles', 'amount', 1],
]

const KNOWN = new Map(
  UNITS.flatMap(([spellings, quantity, size]) =>
    spellings.split(' ').map((spelling) => [spelling, { quantity, size }] as const),
  ),
)

const spelled = (unit: string): string =>
  unit.trim().replace(/\.$/, '').replace(/\s+/g, ' ').replace('per cent', 'percent').toLowerCase()

/** Factor from a typed unit to the expected one; undefined if they do not measure the same. */
export const unitFactor = (typed: string, expected: readonly string[]): number | undefined => {
  if (expected.some((unit) => spelled(unit) === spelled(typed))) return 1
  const [from, to] = [KNOWN.get(spelled(typed)), KNOWN.get(spelled(expected[0] ?? ''))]
  return from && from.quantity === to?.quantity ? from.size / to.size : undefined
}
