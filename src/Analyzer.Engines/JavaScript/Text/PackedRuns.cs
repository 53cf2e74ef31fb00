using System.Buffers;

namespace Analyzer.Engines.JavaScript.Text;

/// <summary>Looks for data in a script that is too long to be parsed: a long run of letters, digits and the signs of lists.</summary>
internal sealed class PackedRuns
{
    /// <summary>Half of what makes a script too long; the tables and fonts that a library holds are shorter.</summary>
    private const int LongRun = 128 * 1024;

    private static readonly SearchValues<byte> Packed =
        SearchValues.Create("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=_-%\\, \"'\r\n\t"u8);

    private int _run;

    public bool HasData { get; private set; }

    public void Read(ReadOnlySpan<byte> script)
    {
        while (!script.IsEmpty)
        {
            var end = script.IndexOfAnyExcept(Packed);
            _run = (int)Math.Min(LongRun, (long)_run + (end < 0 ? script.Length : end));
            HasData |= _run == LongRun;
            if (end < 0)
            {
                return;
            }

            _run = 0;
            script = script[(end + 1)..];
        }
    }

    public void Clear() => (_run, HasData) = (0, false);
}
