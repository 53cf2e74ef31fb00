using System.Buffers;
using Analyzer.Core;
using Analyzer.Engines.Content;
using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Text;

/// <summary>
/// Opens a text that is nothing but base64, or nothing but bytes in hex, as a part: so scripts lie on a server until another script fetches
/// and decodes them. Only its last letter may tell: the text is kept until then, as far as the budget of all parts allows. One that decodes
/// to nothing that acts is forgotten, since lists of words and numbers have the same letters.
/// </summary>
internal sealed class BareEncoding
{
    /// <summary>Shorter ones are words by chance.</summary>
    private const int MinBytes = 48;
    private const int FirstCapacity = 4096;
    private const int OutputLength = 4096;

    private static readonly SearchValues<byte> Base64 =
        SearchValues.Create("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=\r\n"u8);

    private static readonly SearchValues<byte> Hex = SearchValues.Create("0123456789abcdefABCDEFx\\,-: \t\r\n"u8);

    // No script has these.
    private static readonly SearchValues<byte> Binary = SearchValues.Create([0, 1, 2, 3, 4, 5, 6, 7, 8, 14, 15, 16, 17, 18, 19, 20]);

    private readonly KeptBytes _text = new(FirstCapacity);
    private IParts _parts = null!;
    private bool _hasStarted;
    private bool _mayBeBase64;
    private bool _mayBeHex;
    private bool _isWhole;

    public void Begin(IParts parts) => (_parts, _hasStarted, _mayBeBase64, _mayBeHex, _isWhole) = (parts, false, true, true, true);

    /// <param name="text">The next bytes of the text, from its first.</param>
    public void Read(ReadOnlySpan<byte> text)
    {
        if (!_mayBeBase64 && !_mayBeHex)
        {
            return;
        }

        text = _hasStarted ? text : WideText.WithoutMark(text);
        _hasStarted = true;
        _mayBeBase64 &= !text.ContainsAnyExcept(Base64);
        _mayBeHex &= !text.ContainsAnyExcept(Hex);
        if (!_mayBeBase64 && !_mayBeHex)
        {
            _text.Clear();
        }
        else if (_isWhole)
        {
            _isWhole = _text.Append(text, _parts.Budget, _parts.Depth) == text.Length;
        }
    }

    /// <summary>What is encoded is opened by other means.</summary>
    public void GiveUp()
    {
        _text.Clear();
        (_mayBeBase64, _mayBeHex) = (false, false);
    }

    /// <summary>Ends where the text ends.</summary>
    public void Complete()
    {
        if (_mayBeHex)
        {
            Open(new HexDecoder());
        }

        if (_mayBeBase64)
        {
            Open(new Base64Decoder());
        }

        _text.Clear();
    }

    public void Reset()
    {
        GiveUp();
        _parts = null!;
    }

    private void Open(ITextDecoder decoder)
    {
        decoder.Begin();
        IPart? part = null;
        var output = new byte[OutputLength];
        for (var text = _text.Span; !text.IsEmpty;)
        {
            text = text[Decode(decoder, text, output, out var length)..];
            if (part is null && !MayAct(output.AsSpan(0, length)))
            {
                return;
            }

            part ??= _parts.Open(null, 0);
            part.Write(output.AsSpan(0, length));
        }

        var facts = part?.Complete(_isWhole ? null : Gap.TooLarge);
        if (facts is { Verdict: Verdict.Clean } or { MediaType: null or MediaTypes.Unknown })
        {
            part!.Withdraw();
        }
    }

    private static bool MayAct(ReadOnlySpan<byte> start) => start.Length >= MinBytes
        && (Signatures.Find(start) is not null || WideText.IsWide(start) || !start.ContainsAny(Binary));

    /// <returns>How many letters were taken.</returns>
    private static int Decode(ITextDecoder decoder, ReadOnlySpan<byte> text, Span<byte> output, out int length)
    {
        var taken = 0;
        for (length = 0; taken < text.Length && output.Length - length >= 3;)
        {
            var run = decoder.TakeRun(text[taken..], output[length..], out var bytes);
            length += bytes;
            taken += run;
            if (run == 0)
            {
                switch (decoder.Take(text[taken], out output[length]))
                {
                    case DecodedLetter.Byte:
                        length++;
                        break;
                    case DecodedLetter.End:
                        return text.Length; // "=", behind which nothing comes
                }

                taken++;
            }
        }

        return taken;
    }
}
