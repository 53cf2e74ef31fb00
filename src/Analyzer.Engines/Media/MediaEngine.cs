using Analyzer.Engines.Content;
using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Media;

/// <summary>Knows pictures, fonts, sounds and films, and opens what lies behind a picture's end.</summary>
internal sealed class MediaEngine : StreamingEngine
{
    private const int BlockLength = 512;
    private const int MaxPadding = 32 * 1024;

    private string _mediaType = "";
    private IPictureEnd? _picture;
    private IPart? _behind;
    private bool _hasEnded;
    private long _offset;
    private long _behindAt;

    public override IReadOnlyList<EngineRule> Rules => MediaRules.All;

    /// <summary>Programs write pictures in whole blocks, and what was in the memory behind them goes along.</summary>
    private bool IsPadding => _offset % BlockLength == 0 && _offset - _behindAt < MaxPadding;

    public override Assessment Complete(ReadOnlySpan<byte> prefix)
    {
        if (_behind?.Complete() is { MediaType: MediaTypes.Unknown } && IsPadding)
        {
            _behind.Withdraw();
        }

        Evidence.Find(MediaRules.Kind, 0, _mediaType);
        return Evidence.Assess(_mediaType) with { PartsAreFiles = false };
    }

    public override void Reset()
    {
        (_mediaType, _picture, _behind, _hasEnded, _offset, _behindAt) = ("", null, null, false, 0, 0);
        base.Reset();
    }

    protected override bool IsMine(ReadOnlySpan<byte> prefix)
    {
        _mediaType = MediaKinds.Find(prefix) ?? ObfuscatedFonts.Find(prefix, Parts.Name) ?? "";
        _picture = _mediaType switch
        {
            "image/png" => new PngEnd(),
            "image/gif" => new GifEnd(),
            "image/jpeg" => new JpegEnd(),
            _ => SizedEnd.Of(prefix),
        };
        return _mediaType.Length > 0;
    }

    protected override void Read(ReadOnlySpan<byte> bytes)
    {
        _offset += bytes.Length;
        if (_picture is not null && !_hasEnded)
        {
            _hasEnded = _picture.Read(ref bytes);
        }

        if (_hasEnded && !bytes.IsEmpty)
        {
            ReadBehind(bytes);
        }
    }

    // Line ends and zeros fill up; anything else is something of its own.
    private void ReadBehind(ReadOnlySpan<byte> bytes)
    {
        if (_behind is null)
        {
            var start = bytes.IndexOfAnyExcept("\0\r\n "u8);
            if (start < 0)
            {
                return;
            }

            bytes = bytes[start..];
            Evidence.Find(MediaRules.Appended, _offset - bytes.Length);
            _behindAt = _offset - bytes.Length;
            _behind = Parts.Open(null, _behindAt);
        }

        _behind.Write(bytes);
    }
}
