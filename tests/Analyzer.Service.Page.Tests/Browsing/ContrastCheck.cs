namespace Analyzer.Service.Page.Tests.Browsing;

/// <summary>Contrast of what is shown, by the formulas of WCAG 2.2 (relative luminance, success criteria 1.4.3 and 1.4.11).</summary>
internal static class ContrastCheck
{
    /// <summary>
    /// A function for the page that gives a line for each element with too little: its own text below 4.5 : 1 (3 : 1 when large), the
    /// border of a field or a glyph below 3 : 1.
    /// </summary>
    public const string Script =
        """
        () => {
          const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
          const over = (colors) => {
            canvas.clearRect(0, 0, 1, 1);
            for (const color of colors) {
              canvas.fillStyle = color;
              canvas.fillRect(0, 0, 1, 1);
            }

            return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
          };
          const luminance = (rgb) => {
            const [r, g, b] = rgb.map((c) => c / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
            return 0.2126 * r + 0.7152 * g + 0.0722 * b;
          };
          const ground = (element) => {
            const colors = [];
            for (let at = element; at; at = at.parentElement) {
              colors.unshift(getComputedStyle(at).backgroundColor);
            }

            return colors;
          };
          const contrast = (element, color, behind) => {
            const [one, other] = [luminance(over([...behind, color])), luminance(over(behind))].sort((a, b) => b - a);
            return (one + 0.05) / (other + 0.05);
          };
          const poor = [];
          const check = (element, what, color, behind, least) => {
            const ratio = contrast(element, color, behind);
            if (ratio < least) {
              poor.push(`${what} ${color} has ${ratio.toFixed(2)} of ${least}: ${element.outerHTML.slice(0, 100)}`);
            }
          };

          for (const element of document.body.querySelectorAll("*")) {
            if (!element.checkVisibility({ opacityProperty: true }) || element.closest(".unseen, noscript, [aria-disabled='true']")) {
              continue;
            }

            const style = getComputedStyle(element);
            if ([...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim())) {
              const size = parseFloat(style.fontSize);
              const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
              check(element, "text", style.color, ground(element), large ? 3 : 4.5);
            }

            if (element.matches("input[type=text], input[type=datetime-local], select, button, .drop") && style.borderTopStyle !== "none") {
              check(element, "border", style.borderTopColor, ground(element.parentElement), 3);
            }

            if (element.matches("svg.glyph")) {
              check(element, "glyph", style.stroke, ground(element), 3);
            }
          }

          return poor;
        }
        """;
}
