/** The stars of the product's logo, on a circle of 200. */
const STARS = [
  [44, 118],
  [72, 78],
  [104, 96],
  [132, 58],
  [158, 104],
] as const

/** Draws the seal for achievements without an image: the constellation in a ring, as on the diploma. Square SVG. */
const drawSeal = (): string => {
  const line = STARS.map(([x, y]) => `${x},${y}`).join(' ')
  const stars = STARS.map(
    ([x, y], index) => `<circle cx="${x}" cy="${y}" r="${index === 3 ? 7 : 4.5}" fill="#ffd166"/>`,
  ).join('')
  const teeth = Array.from({ length: 36 }, (_, index) => {
    const angle = (index / 36) * 2 * Math.PI
    const x = (100 + 92 * Math.cos(angle)).toFixed(2)
    const y = (100 + 92 * Math.sin(angle)).toFixed(2)
    return `<circle cx="${x}" cy="${y}" r="8"/>`
  }).join('')
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200" width="512" height="512" role="img">`,
    '<title>A constellation in a golden ring</title>',
    `<g fill="#8f6300"><circle cx="100" cy="100" r="92"/>${teeth}</g>`,
    '<circle cx="100" cy="100" r="86" fill="#fbf0d9"/>',
    '<circle cx="100" cy="100" r="80" fill="#14202b"/>',
    '<circle cx="100" cy="100" r="74" fill="none" stroke="#ffd166" stroke-width="1.5"/>',
    `<polyline points="${line}" fill="none" stroke="#8fd3c8" stroke-width="2"/>`,
    stars,
    '<path d="M70 150h60" stroke="#ffd166" stroke-width="2" stroke-linecap="round"/>',
    '</svg>',
  ].join('')
}

export const SEAL = drawSeal()
