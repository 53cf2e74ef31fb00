using System.Text;
using Load.Statistics;
using Load.Systems.Analyzer.Corpus;

namespace Load.Systems.Analyzer.Stores;

/// <summary>Reports that differ in their id only, made faster than any store takes them.</summary>
internal sealed class RawBatch(int size, ulong seed)
{
    private static readonly byte[] Template = Encoding.UTF8.GetBytes(ReportArchive.Line(0));
    private static readonly int IdPosition = Template.AsSpan().IndexOf("\"sha256\":\""u8) + "\"sha256\":\"".Length;

    private readonly byte[][] _reports = [.. Enumerable.Range(0, size).Select(_ => Template.ToArray())];
    private readonly byte[][] _ids = [.. Enumerable.Range(0, size).Select(_ => new byte[Digest.ByteLength])];
    private SplitMix64 _ids64 = new(seed);

    /// <summary>SHA-256, 32 bytes each.</summary>
    public IReadOnlyList<byte[]> Ids => _ids;

    /// <summary>JSON, in the order of the ids.</summary>
    public IReadOnlyList<byte[]> Reports => _reports;

    /// <summary>Gives each an id that none had.</summary>
    public void Renew()
    {
        for (var i = 0; i < _reports.Length; i++)
        {
            for (var word = 0; word < Digest.ByteLength; word += sizeof(ulong))
            {
                BitConverter.TryWriteBytes(_ids[i].AsSpan(word), _ids64.Next());
            }

            Encoding.ASCII.GetBytes(Convert.ToHexStringLower(_ids[i]), _reports[i].AsSpan(IdPosition));
        }
    }
}
