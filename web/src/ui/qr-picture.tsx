type Props = {
  /** An SVG path; the SVG is `size` units wide and high. */
  readonly picture: { readonly size: number; readonly path: string }
  readonly alt: string
  readonly className: string | undefined
}

/** A QR code, dark on white in any theme, because many scanners read no other colors. */
export function QrPicture({ picture: { size, path }, alt, className }: Props) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path d="${path}"/></svg>`
  return <img src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={alt} className={className} />
}
