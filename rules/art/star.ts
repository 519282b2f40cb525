/** A four-pointed star around (x, y). */
export const starPath = (x: number, y: number, r: number): string => {
  const q = r * 0.24
  return `M${x} ${y - r}Q${x + q * 0.5} ${y - q * 0.5} ${x + r} ${y}Q${x + q * 0.5} ${y + q * 0.5} ${x} ${y + r}Q${x - q * 0.5} ${y + q * 0.5} ${x - r} ${y}Q${x - q * 0.5} ${y - q * 0.5} ${x} ${y - r}Z`
}
