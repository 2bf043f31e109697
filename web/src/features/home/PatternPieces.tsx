/** The pattern of a dress (front, back, sleeve, skirt) with grain lines and notches. */
export function PatternPieces() {
  return (
    <svg className="pattern" viewBox="0 0 800 480" aria-hidden="true">
      <path d="M60 420 V150 C70 118 84 92 96 62 L168 40 C176 84 208 104 240 106 V420 Z" />
      <path className="pattern-seam" d="M72 408 V153 C82 122 94 98 105 70 L160 53 C170 92 200 114 228 118 V408 Z" />
      <path d="M150 420 L146 300 L158 420" />
      <path className="pattern-grain" d="M196 170 V370" />
      <path d="M290 420 V130 C286 108 280 84 272 62 L340 40 C356 56 384 62 410 62 V420 Z" transform="translate(6 0)" />
      <path
        className="pattern-seam"
        d="M302 408 V128 C298 108 294 88 288 70 L338 53 C354 66 376 73 398 74 V408 Z"
        transform="translate(6 0)"
      />
      <path className="pattern-grain" d="M366 150 V360" />
      <path d="M470 200 C500 190 520 60 570 56 C620 60 640 190 670 200 L640 420 H500 Z" />
      <path className="pattern-seam" d="M484 206 C512 196 530 72 570 68 C610 72 628 196 656 206 L630 408 H510 Z" />
      <path className="pattern-grain" d="M570 150 V350" />
      <path d="M700 60 H790 V420 C754 410 728 402 694 420 C682 300 690 180 700 60 Z" />
      <path className="pattern-seam" d="M711 72 H778 V402 C752 396 730 392 706 402 C696 300 702 180 711 72 Z" />
      <path className="pattern-grain" d="M745 130 V340" />
      <path d="M60 260 h10 M60 268 h10 M240 240 h-10 M296 240 h10 M416 260 h-10 M416 268 h-10 M482 330 h10 M658 330 h-10" />
    </svg>
  )
}
