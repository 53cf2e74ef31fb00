using System.Globalization;
using System.Text;
using Analyzer.Engines.Content;
using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Tests.Parts;

/// <summary>An invented container: <c>BOX</c>, then each part's name, its length and its bytes.</summary>
internal sealed class BoxEngine : ITypeEngine
{
    private readonly List<byte> _bytes = [];
    private IParts? _parts;

    public IReadOnlyList<EngineRule> Rules => [];

    public static byte[] Pack(params (string Name, byte[] Bytes)[] parts) =>
    [
        .. "BOX\n"u8,
        .. parts.SelectMany(part =>
            Encoding.UTF8.GetBytes(string.Create(CultureInfo.InvariantCulture, $"{part.Name}\n{part.Bytes.Length}\n"))
            .Concat(part.Bytes)),
    ];

    public bool Begin(ReadOnlySpan<byte> prefix, IParts parts)
    {
        if (!prefix.StartsWith("BOX\n"u8))
        {
            return false;
        }

        _parts = parts;
        _bytes.AddRange(prefix);
        return true;
    }

    public void Append(ReadOnlySpan<byte> slice, ByteHistogram histogram)
    {
        histogram.Add(slice);
        _bytes.AddRange(slice);
    }

    public Assessment Complete(ReadOnlySpan<byte> prefix)
    {
        for (var at = 4; at < _bytes.Count;)
        {
            var name = Line(ref at);
            var length = int.Parse(Line(ref at), CultureInfo.InvariantCulture);
            var part = _parts!.Open(name, at);
            part.Write(_bytes.GetRange(at, length).ToArray());
            part.Complete();
            at += length;
        }

        return Assessment.Of("test/box", [], []);
    }

    public void Reset() => _bytes.Clear();

    public void Dispose()
    {
    }

    private string Line(ref int at)
    {
        var end = _bytes.IndexOf((byte)'\n', at);
        var line = Encoding.UTF8.GetString([.. _bytes[at..end]]);
        at = end + 1;
        return line;
    }
}
