using System.Buffers.Text;
using Analyzer.Engines.Pdf.Lexing;

namespace Analyzer.Engines.Pdf.Objects;

/// <summary>Interprets a number as a value at its place.</summary>
internal sealed class NumberValues(IDocumentParts parts, FrameStack frames, StreamDictionary stream)
{
    /// <summary>PDFiD's bound, above which old readers overflow.</summary>
    private const long MaxColors = 1 << 24;

    /// <param name="number">The first of the numbers that stand there.</param>
    /// <param name="offset">Where it stands in the bytes that are read.</param>
    public void Take(long number, long offset, in ObjectPlace place)
    {
        if (!frames.TakesValues || frames.Top is not { IsDictionary: true, HasKey: true })
        {
            return;
        }

        ref var frame = ref frames.Top;
        if (frame.Role == FrameRole.Object)
        {
            stream.SetNumber(frame.Key, number);
        }
        else if (frame.Role == FrameRole.Parameters)
        {
            ref var around = ref frames.Around;
            stream.SetParameter(around.Role == FrameRole.ParametersList ? around.Values : 0, frame.Key, number);
        }

        if (frame.Key == PdfName.Colors && number > MaxColors)
        {
            parts.Keyword(PdfKeyword.Colors, hasHexCodes: false, place.At(offset), offset);
        }

        frame.EndValue();
    }

    /// <summary>Whether a word that is no integer stands for a number, or for none.</summary>
    public static bool IsNumber(ReadOnlySpan<byte> word) =>
        word.SequenceEqual("null"u8) || (Utf8Parser.TryParse(word, out double _, out var length) && length == word.Length);
}
