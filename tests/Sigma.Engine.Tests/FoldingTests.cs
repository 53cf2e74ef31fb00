using System.Text;
using Sigma.Engine.Matching.Values;

namespace Sigma.Engine.Tests;

public sealed class FoldingTests
{
    [Fact]
    public void Fold_EveryCharacter_IsEqualToWhatOrdinalIgnoreCaseSays()
    {
        // Planes 0 and 1: no character beyond has case.
        for (var value = 0; value < 0x20000; value++)
        {
            if (!Rune.TryCreate(value, out var rune))
            {
                continue;
            }

            var text = rune.ToString();
            foreach (var other in (string[])[text.ToUpperInvariant(), text.ToLowerInvariant(), "k", "s", "i", "ß"])
            {
                var equal = string.Equals(text, other, StringComparison.OrdinalIgnoreCase);
                TextFolding.Fold(text).AsSpan().SequenceEqual(TextFolding.Fold(other)).ShouldBe(equal, $"U+{value:X4} and {other}");
                string.Equals(text.ToUpperInvariant(), other.ToUpperInvariant(), StringComparison.Ordinal)
                    .ShouldBe(equal, $"U+{value:X4} and {other}");
            }
        }
    }
}
