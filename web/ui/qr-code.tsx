import { create } from 'qrcode'

type QrCodeProps = {
  text: string
  /** Accessible name. */
  label: string
  className: string
}

/** QR code: dark on white in any theme, as cameras expect. */
export const QrCode = ({ text, label, className }: QrCodeProps) => {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const { size } = modules
  const cells = Array.from({ length: size * size }, (_, at) => at)
  const path = cells
    .filter((at) => modules.get(Math.floor(at / size), at % size))
    .map((at) => `M${at % size} ${Math.floor(at / size)}h1v1h-1z`)
    .join('')
  return (
    <svg
      viewBox={`-4 -4 ${size + 8} ${size + 8}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className={className}
    >
      <rect x={-4} y={-4} width={size + 8} height={size + 8} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  )
}
