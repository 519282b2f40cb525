import type { Dashboard } from '#contract/progress'
import { PILLAR_NAMES } from '#rules/pillars'
import { Card, Chip, PillarIcon, ProgressBar } from '#ui'
import { number } from '#web/format'

type Props = { xp: Dashboard['xp']; questsCompleted: number }

/** Level and pillars: chart and table in one, because each row has its own bar. */
export const PillarChart = ({ xp, questsCompleted }: Props) => {
  const most = Math.max(1, ...xp.pillars.map((pillar) => pillar.xp))
  return (
    <Card aria-labelledby="pillars">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h2 id="pillars" className="text-xl">
          Pillars
        </h2>
        <p className="flex flex-wrap gap-2">
          <Chip tone="gold">
            <span className="tabular-nums">{number(xp.total)} XP</span>
          </Chip>
          <Chip>{questsCompleted === 1 ? '1 quest done' : `${questsCompleted} quests done`}</Chip>
        </p>
      </div>
      <p className="mt-2 flex flex-wrap justify-between gap-x-3 text-sm">
        <span className="font-semibold">
          Level {xp.level}: {xp.title}
        </span>
        <span className="text-muted tabular-nums">
          {number(xp.level_to - xp.total)} XP to the next level
        </span>
      </p>
      <ProgressBar
        label={`Progress to level ${xp.level + 1}`}
        value={xp.total - xp.level_from}
        max={xp.level_to - xp.level_from}
        className="mt-1.5"
      />
      <table className="mt-5 w-full">
        <thead className="visually-hidden">
          <tr>
            <th scope="col">Pillar</th>
            <th scope="col">Share</th>
            <th scope="col">XP</th>
            <th scope="col" className="max-sm:hidden">
              Level
            </th>
          </tr>
        </thead>
        <tbody>
          {xp.pillars.map(({ pillar, xp: points, level }) => (
            <tr key={pillar} data-pillar={pillar}>
              <th scope="row" className="py-1.5 pr-3 text-left font-medium">
                <span className="flex items-center gap-2 text-sm">
                  <span className="text-pillar">
                    <PillarIcon pillar={pillar} size={18} />
                  </span>
                  <span>
                    {PILLAR_NAMES[pillar]}
                    <span className="block font-normal text-muted sm:hidden">Level {level}</span>
                  </span>
                </span>
              </th>
              <td className="w-2/5 py-1.5">
                <span aria-hidden="true" className="block h-3 rounded-full bg-pillar-soft">
                  <span
                    className="block h-full rounded-full bg-pillar"
                    style={{ width: `${(Math.max(0, points) / most) * 100}%` }}
                  />
                </span>
              </td>
              <td className="py-1.5 pl-3 text-right font-semibold tabular-nums">
                {number(points)}
              </td>
              <td className="py-1.5 pl-3 text-right text-sm whitespace-nowrap text-muted tabular-nums max-sm:hidden">
                Level {level}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
