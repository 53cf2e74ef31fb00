using System.Buffers;
using Analyzer.Core;
using Analyzer.Engines.Content;
using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Text;

/// <summary>
/// Opens a text that is nothing but base64, or nothing but bytes in hex, as a part: so scripts lie on a server until another script fetches
/// and decodes them. What decodes to nothing that acts is forgotten, since lists of words and numbers have the same letters.
/// </summary>
internal sealed class BareEncoding
{
    /// <summary>Shorter ones are words by chance.</summary>
    private const int MinBytes = 48;
    private const int OutputLength = 4096;

    private static readonly SearchValues<byte> Base64 =
        SearchValues.Create("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=\r\n"u8);

    private static readonly SearchValues<byte> Hex = SearchValues.Create("0123456789abcdefABCDEFx\\,-: \t\r\n"u8);

    private readonly Form[] _forms = [new(new Base64Decoder(), Base64), new(new HexDecoder(), Hex)];

    public void Begin(IParts parts)
    {
        foreach (var form in _forms)
        {
            form.Begin(parts);
        }
    }

    /// <param name="text">The next bytes of the text, from its first.</param>
    public void Read(ReadOnlySpan<byte> text)
    {
        foreach (var form in _forms)
        {
            form.Read(text);
        }
    }

    /// <summary>Ends where the text ends.</summary>
    /// <param name="isKnown">Whether what is encoded was opened by other means.</param>
    public void Complete(bool isKnown)
    {
        foreach (var form in _forms)
        {
            form.Complete(isKnown);
        }
    }

    public void Reset()
    {
        foreach (var form in _forms)
        {
            form.Reset();
        }
    }

    /// <summary>One way in which the text may be encoded as a whole.</summary>
    private sealed class Form(ITextDecoder decoder, SearchValues<byte> letters)
    {
        private byte[] _output = [];
        private int _length;
        private IParts? _parts;
        private IPart? _part;
        private bool _hasEnded;

        public void Begin(IParts parts)
        {
            _parts = parts;
            decoder.Begin();
        }

        public void Read(ReadOnlySpan<byte> text)
        {
            if (_parts is null)
            {
                return;
            }

            text = _length == 0 && _part is null ? WideText.WithoutMark(text) : text;
            if (text.ContainsAnyExcept(letters))
            {
                _part?.Withdraw();
                Reset();
                return;
            }

            _output = _output.Length > 0 ? _output : new byte[OutputLength];
            while (!text.IsEmpty && !_hasEnded)
            {
                text = text[Decode(text)..];
            }
        }

        public void Complete(bool isKnown)
        {
            if (_part is not null)
            {
                Flush();
                var facts = _part.Complete();
                if (isKnown || facts.Verdict == Verdict.Clean || facts.MediaType is null or MediaTypes.Unknown)
                {
                    _part.Withdraw();
                }
            }

            Reset();
        }

        public void Reset() => (_parts, _part, _length, _hasEnded) = (null, null, 0, false);

        /// <returns>How many letters were taken.</returns>
        private int Decode(ReadOnlySpan<byte> text)
        {
            if (_output.Length - _length < 3)
            {
                Flush(); // the next letters complete up to three bytes
            }

            var taken = decoder.TakeRun(text, _output.AsSpan(_length), out var bytes);
            _length += bytes;
            if (taken == 0)
            {
                taken = 1;
                switch (decoder.Take(text[0], out _output[_length]))
                {
                    case DecodedLetter.Byte:
                        _length++;
                        break;
                    case DecodedLetter.End:
                        _hasEnded = true; // "=", behind which nothing comes
                        break;
                }
            }

            _part ??= _length >= MinBytes ? _parts!.Open(null, 0) : null;
            return taken;
        }

        private void Flush()
        {
            _part!.Write(_output.AsSpan(0, _length));
            _length = 0;
        }
    }
}
