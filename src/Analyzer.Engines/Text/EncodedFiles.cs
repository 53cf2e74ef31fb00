using System.Numerics;
using System.Text;
using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Text;

/// <summary>
/// Finds files that stand in a text as base64, as hex digits or as they are, by the letters that they begin with, and opens them as parts.
/// </summary>
internal sealed class EncodedFiles
{
    /// <summary>Shorter ones are words by chance.</summary>
    private const int MinBytes = 48;
    private const int OutputLength = 4096;

    // Each is the encoded form of a type's first bytes: MZ, ELF, PK, OLE, RTF, PDF, RAR, 7z, gzip, CAB, ActiveMime, HTML, script, LNK.
    private static readonly string[] Base64Starts =
    [
        "TVqQAAMAA", "TVpQAAIAA", "TVoAAAAAA", "TVqAAAEAA", "TVpBUlVIi", "TVroAAAA", "f0VMRgIBAQ", "f0VMRgEBAQ", "UEsDBBQA", "UEsDBAoA",
        "UEsDBC0A", "0M8R4KGxGuE", "e1xydGYx", "e1xydGZ7", "JVBERi0x", "JVBERi0y", "UmFyIRoH", "N3q8ryccA", "H4sIAAAA", "TVNDRgAAAA",
        "QWN0aXZlTWltZQ", "PCFET0NUWVBFIGh0", "PCFkb2N0eXBlIGh0", "PGh0bWw", "PHNjcmlwd", "TAAAAAEUAg",
    ];

    private static readonly string[] HexStarts =
    [
        "4d5a90000300", "4d5a50000200", "504b03041400", "504b03040a00", "d0cf11e0a1b11ae1", "255044462d31",
        "7b5c72746631", "4d-5a-90-00-03", "4d-5a-50-00-02", "50-4b-03-04-14", "d0-cf-11-e0-a1", "4d 5a 90 00 03", "0x4d,0x5a,0x90",
        "0x4d, 0x5a, 0x90", @"\x4d\x5a\x90",
    ];

    // ZIP, MZ, OLE, RAR, 7z, CAB: these go on to the end, since other programs read them from there.
    private static readonly string[] PlainStarts =
    [
        "PK\u0003\u0004", "MZ\u0090\0\u0003", "\u00D0\u00CF\u0011\u00E0\u00A1\u00B1\u001A\u00E1", "Rar!\u001A\u0007",
        "7z\u00BC\u00AF\u0027\u001C", "MSCF\0\0\0\0",
    ];

    private static readonly (string Text, Form Form)[] All =
    [
        .. Base64Starts.Select(text => (text, Form.Base64)), .. HexStarts.Select(text => (text, Form.Hex)),
        .. HexStarts.Select(text => (text.ToUpperInvariant().Replace('X', 'x'), Form.Hex)),
        .. PlainStarts.Select(text => (text, Form.Plain)),
    ];

    private static readonly Automaton Starts = MakeStarts();

    private readonly Base64Decoder _base64 = new();
    private readonly HexDecoder _hex = new();
    private byte[] _output = [];
    private IParts _parts = null!;
    private IPart? _part;
    private ITextDecoder? _decoder;
    private int _state;
    private int _outputLength;
    private long _start;

    private enum Form
    {
        Base64,
        Hex,
        Plain,
    }

    /// <summary>Whether a file was found.</summary>
    public bool HasFound { get; private set; }

    public void Begin(IParts parts) => _parts = parts;

    /// <param name="text">The next bytes.</param>
    /// <param name="offset">Where they begin.</param>
    public void Read(ReadOnlySpan<byte> text, long offset)
    {
        while (!text.IsEmpty)
        {
            if (_decoder is null && _part is not null)
            {
                _part.Write(text);
                return;
            }

            if (_decoder is not null)
            {
                var decoded = Decode(text);
                text = text[decoded..];
                offset += decoded;
                continue;
            }

            var found = Starts.Find(text, ref _state, out var mark);
            if (found < 0)
            {
                return;
            }

            text = text[found..];
            offset += found;
            Open(All[BitOperations.TrailingZeroCount(mark)], offset);
        }
    }

    /// <summary>Ends where the text ends.</summary>
    public void Complete()
    {
        if (_decoder is not null)
        {
            End();
        }

        _part?.Complete();
        _part = null;
    }

    public void Reset() => (_parts, _part, _decoder, _state, _outputLength, HasFound) = (null!, null, null, 0, 0, false);

    private static Automaton MakeStarts()
    {
        var symbols = new byte[256];
        Array.Fill(symbols, (byte)1);
        var count = 2;
        foreach (var letter in All.SelectMany(start => start.Text).Distinct())
        {
            symbols[letter] = (byte)count++;
        }

        return new(symbols, All.Select((start, i) => (1UL << i, start.Text)));
    }

    private void Open((string Text, Form Form) found, long end)
    {
        if (found.Form == Form.Plain)
        {
            _part = Open(end - found.Text.Length);
            _part.Write(Encoding.Latin1.GetBytes(found.Text));
            return;
        }

        _decoder = found.Form == Form.Hex ? _hex : _base64;
        _decoder.Begin();
        _output = _output.Length > 0 ? _output : new byte[OutputLength];
        (_start, _outputLength, _state) = (end - found.Text.Length, 0, 0);
        foreach (var letter in found.Text)
        {
            Decode((byte)letter);
        }
    }

    private IPart Open(long offset)
    {
        HasFound = true;
        return _parts.Open(null, offset);
    }

    /// <returns>How many letters belong to the encoded file.</returns>
    private int Decode(ReadOnlySpan<byte> text)
    {
        var i = 0;
        while (i < text.Length)
        {
            var run = _part is null ? 0 : DecodeRun(text[i..]);
            if (run == 0 && !Decode(text[i]))
            {
                End();
                return i;
            }

            i += Math.Max(run, 1);
        }

        return text.Length;
    }

    private int DecodeRun(ReadOnlySpan<byte> text)
    {
        var run = _decoder!.TakeRun(text, _output.AsSpan(_outputLength.._output.Length), out var length);
        _outputLength += length;
        FlushIfFull();
        return run;
    }

    private bool Decode(byte letter)
    {
        switch (_decoder!.Take(letter, out _output[_outputLength]))
        {
            case DecodedLetter.End:
                return false;
            case DecodedLetter.Byte:
                _outputLength++;
                _part ??= _outputLength == MinBytes ? Open(_start) : null;
                FlushIfFull();
                break;
        }

        return true;
    }

    // The next letter can complete a byte, and a group of letters three.
    private void FlushIfFull()
    {
        if (_outputLength + 3 > _output.Length)
        {
            Flush();
        }
    }

    private void Flush()
    {
        _part!.Write(_output.AsSpan(0, _outputLength));
        _outputLength = 0;
    }

    private void End()
    {
        if (_part is not null)
        {
            Flush();
            _part.Complete();
        }

        (_part, _decoder, _outputLength) = (null, null, 0);
    }
}
