const BROWSERS = [
  { is: /Edg\//, name: 'Edge' },
  { is: /OPR\//, name: 'Opera' },
  { is: /Firefox\/|FxiOS\//, name: 'Firefox' },
  { is: /Chrome\/|CriOS\//, name: 'Chrome' },
  { is: /Safari\//, name: 'Safari' },
]
const SYSTEMS = [
  { is: /iPhone/, name: 'iPhone' },
  { is: /iPad/, name: 'iPad' },
  { is: /Android/, name: 'Android' },
  { is: /CrOS/, name: 'ChromeOS' },
  { is: /Windows/, name: 'Windows' },
  { is: /Macintosh/, name: 'Mac' },
  { is: /Linux/, name: 'Linux' },
]

/** Readable device name for a User-Agent header: "Chrome on Windows". Anything unknown stays as it is. */
export const deviceName = (userAgent: string): string => {
  const browser = BROWSERS.find(({ is }) => is.test(userAgent))
  const system = SYSTEMS.find(({ is }) => is.test(userAgent))
  return browser && system ? `${browser.name} on ${system.name}` : userAgent || 'Unknown device'
}
