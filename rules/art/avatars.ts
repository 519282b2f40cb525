/** Drawn pictures of which a person may choose one instead of a photograph: content of a 100 by 100 square. */
const EYES = '<g fill="#1f2330"><circle cx="37" cy="52" r="5"/><circle cx="63" cy="52" r="5"/></g>'
const square = (color: string) => `<rect width="100" height="100" fill="${color}"/>`

const DRAWINGS = {
  fox: `${square('#fdf0e0')}<path d="M20 22l18 16h24l18-16v36L50 86 20 58Z" fill="#c4621a"/><path d="M20 58l30 28 30-28-18 2-12 12-12-12Z" fill="#fff"/>${EYES}<path d="M44 76h12l-6 7Z" fill="#1f2330"/>`,
  owl: `${square('#f5effa')}<path d="M22 24l14 8h28l14-8v34a28 28 0 0 1-56 0Z" fill="#7b579a"/><g fill="#fff"><circle cx="37" cy="50" r="14"/><circle cx="63" cy="50" r="14"/></g>${EYES}<path d="M45 60h10l-5 11Z" fill="#f8ab4a"/>`,
  bear: `${square('#f1eee7')}<g fill="#7d5a3c"><circle cx="27" cy="31" r="12"/><circle cx="73" cy="31" r="12"/><circle cx="50" cy="56" r="32"/></g><ellipse cx="50" cy="69" rx="15" ry="12" fill="#e8d6bf"/>${EYES}<ellipse cx="50" cy="65" rx="6" ry="4.5" fill="#1f2330"/>`,
  cat: `${square('#e6f2ef')}<path d="M22 20l18 14h20l18-14v38a28 26 0 0 1-56 0Z" fill="#4a5568"/>${EYES}<path d="M45 62h10l-5 5Z" fill="#f2a6a6"/><path d="M50 67v5m-26-8h14m24 0h14M25 73l13-3m24 0 13 3" stroke="#fff" stroke-width="2" stroke-linecap="round" fill="none"/>`,
  rabbit: `${square('#fceef0')}<g fill="#fff" stroke="#d9b8bd" stroke-width="2"><ellipse cx="37" cy="27" rx="9" ry="23"/><ellipse cx="63" cy="27" rx="9" ry="23"/><circle cx="50" cy="60" r="28"/></g><g fill="#f2b8bf"><ellipse cx="37" cy="27" rx="4" ry="15"/><ellipse cx="63" cy="27" rx="4" ry="15"/><path d="M44 66h12l-6 6Z"/></g><g transform="translate(0 4)">${EYES}</g>`,
  frog: `${square('#eaf0fd')}<g fill="#4f9a4a"><circle cx="31" cy="33" r="14"/><circle cx="69" cy="33" r="14"/><ellipse cx="50" cy="60" rx="36" ry="27"/></g><g fill="#fff"><circle cx="31" cy="33" r="9"/><circle cx="69" cy="33" r="9"/></g><g fill="#1f2330"><circle cx="31" cy="33" r="4.5"/><circle cx="69" cy="33" r="4.5"/></g><path d="M28 63q22 18 44 0" stroke="#1f2330" stroke-width="3.5" stroke-linecap="round" fill="none"/>`,
  whale: `${square('#dff1fb')}<path d="M12 56c0-20 17-30 36-30 24 0 31 16 31 30l9-13c4 16-3 36-20 36H44C25 79 12 72 12 56Z" fill="#2f6fae"/><path d="M14 61c12 8 34 8 48 1-2 11-10 17-18 17-18 0-28-6-30-18Z" fill="#cfe4f5"/><circle cx="33" cy="50" r="5" fill="#1f2330"/><path d="M46 21c0-7-8-8-8-3m8 3c0-7 8-8 8-3" stroke="#2f6fae" stroke-width="3.5" stroke-linecap="round" fill="none"/>`,
  robot: `${square('#fff4d6')}<path d="M50 24V13" stroke="#5a6072" stroke-width="4" stroke-linecap="round"/><circle cx="50" cy="12" r="5" fill="#b3261e"/><rect x="21" y="25" width="58" height="54" rx="12" fill="#8f9bb3"/><rect x="29" y="37" width="42" height="27" rx="9" fill="#e8edf7"/><g transform="translate(0 -2)">${EYES}</g><path d="M38 71h24" stroke="#fff" stroke-width="4" stroke-linecap="round"/>`,
} as const

export type AvatarDrawing = keyof typeof DRAWINGS
export const AVATAR_DRAWINGS = Object.keys(DRAWINGS) as AvatarDrawing[]

/** The drawing as an SVG document. */
export const avatarSvg = (name: AvatarDrawing, side: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 100 100">${DRAWINGS[name]}</svg>`
