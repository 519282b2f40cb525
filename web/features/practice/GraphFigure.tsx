import type { DrawnGraph } from '#rules/practice/generate'
import { number } from '#web/format'

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [480, 320, 66, 24, 14, 60]

/** A round step that gives four to ten lines. */
const stepFor = (span: number): number => {
  const raw = span / 6 || 1
  const power = 10 ** Math.floor(Math.log10(raw))
  return [1, 2, 5, 10].map((each) => each * power).find((each) => each >= raw) ?? raw
}

const scaleOf = (values: readonly number[], fromZero: boolean) => {
  const [low, high] = [Math.min(...values, ...(fromZero ? [0] : [])), Math.max(...values)]
  const step = stepFor(high - low)
  const from = Math.floor(low / step) * step
  const to = Math.max(Math.ceil(high / step) * step, from + step)
  const ticks = Array.from(
    { length: Math.round((to - from) / step) + 1 },
    (_, i) => from + i * step,
  )
  return { from, to, ticks: ticks.map((tick) => Number(tick.toPrecision(10))) }
}

/** The diagram of a question, with its numbers as a table for those who cannot see it. */
export const GraphFigure = ({ graph }: { graph: DrawnGraph }) => {
  const { points, type } = graph
  const y = scaleOf(
    points.map((point) => point.y),
    true,
  )
  const x = scaleOf(
    points.map((point) => point.x),
    true,
  )
  const slot = (WIDTH - LEFT - RIGHT) / points.length
  const toX = (value: number, index: number) =>
    type === 'bars'
      ? LEFT + slot * (index + 0.5)
      : LEFT + ((value - x.from) / (x.to - x.from)) * (WIDTH - LEFT - RIGHT)
  const toY = (value: number) =>
    HEIGHT - BOTTOM - ((value - y.from) / (y.to - y.from)) * (HEIGHT - TOP - BOTTOM)
  const line = points.map((point, index) => `${toX(point.x, index)},${toY(point.y)}`).join(' ')
  // Values are read at the points, so the axis is labelled there.
  const labels = points.map((point, index) => ({ label: point.label, at: toX(point.x, index) }))
  return (
    <figure className="my-3 max-w-lg">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" className="block w-full">
        {y.ticks.map((tick) => (
          <g key={tick}>
            <line
              x1={LEFT}
              x2={WIDTH - RIGHT}
              y1={toY(tick)}
              y2={toY(tick)}
              className="stroke-line"
            />
            <text
              x={LEFT - 8}
              y={toY(tick) + 6}
              textAnchor="end"
              fontSize={18}
              className="fill-ink"
            >
              {number(tick)}
            </text>
          </g>
        ))}
        {labels.map(({ at }) =>
          type === 'bars' ? null : (
            <line key={at} x1={at} x2={at} y1={TOP} y2={HEIGHT - BOTTOM} className="stroke-line" />
          ),
        )}
        {labels.map(({ label, at }) => (
          <text
            key={label}
            x={at}
            y={HEIGHT - BOTTOM + 22}
            textAnchor="middle"
            fontSize={18}
            className="fill-ink"
          >
            {label}
          </text>
        ))}
        {type === 'line' ? (
          <polyline points={line} fill="none" strokeWidth={3} className="stroke-brand" />
        ) : null}
        {points.map((point, index) =>
          type === 'bars' ? (
            <rect
              key={point.label}
              x={toX(point.x, index) - slot * 0.35}
              y={toY(point.y)}
              width={slot * 0.7}
              height={toY(y.from) - toY(point.y)}
              className="fill-brand"
            />
          ) : (
            <circle
              key={point.label}
              cx={toX(point.x, index)}
              cy={toY(point.y)}
              r={5}
              className="fill-brand"
            />
          ),
        )}
        <text
          x={(WIDTH + LEFT) / 2}
          y={HEIGHT - 6}
          textAnchor="middle"
          fontSize={18}
          className="fill-ink"
        >
          {graph.x}
        </text>
      </svg>
      <figcaption className="text-sm text-muted">Upwards: {graph.y}.</figcaption>
      <table className="visually-hidden">
        <caption>The numbers of the diagram</caption>
        <thead>
          <tr>
            <th scope="col">{graph.x}</th>
            <th scope="col">{graph.y}</th>
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.label}>
              <th scope="row">{point.label}</th>
              <td>{number(point.y)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}
