/** Draws a canvas into a new picture file, which has no metadata. Undefined if it is empty or too large for the browser. */
export const asPicture = (canvas: HTMLCanvasElement, title: string): Promise<File | undefined> => {
  const time = new Date().toTimeString().slice(0, 5).replace(':', '.')
  return new Promise((resolve) =>
    canvas.toBlob(
      (blob) =>
        resolve(blob ? new File([blob], `${title} ${time}.jpg`, { type: blob.type }) : undefined),
      'image/jpeg',
      0.9,
    ),
  )
}
