using System.Buffers.Binary;
using System.Globalization;
using System.Security.Cryptography;
using System.Text;

namespace Analyzer.Core;

/// <summary>The reports of a listing: those that meet every condition. Null means no condition.</summary>
public sealed record ReportFilter
{
    public static ReportFilter None { get; } = new();

    public Verdict? Verdict { get; init; }

    public MediaTypePattern? Type { get; init; }

    /// <summary>The lowest score.</summary>
    public int? MinScore { get; init; }

    /// <summary>The highest score.</summary>
    public int? MaxScore { get; init; }

    /// <summary>Analyzed at this instant or later.</summary>
    public DateTimeOffset? From { get; init; }

    /// <summary>Analyzed before this instant.</summary>
    public DateTimeOffset? To { get; init; }

    public FileIdPrefix? Sha256 { get; init; }

    /// <summary><see cref="From"/> in milliseconds since 1970: no report has a finer time.</summary>
    public long? FromMilliseconds => Ceiling(From);

    /// <inheritdoc cref="FromMilliseconds"/>
    public long? ToMilliseconds => Ceiling(To);

    /// <summary>
    /// Tells whether two pages are of one listing (<see cref="ReportCursor.Filter"/>): the same number on every machine and in every
    /// version, 0 without a condition.
    /// </summary>
    public uint Fingerprint
    {
        get
        {
            if (this == None)
            {
                return 0;
            }

            var text = string.Create(
                CultureInfo.InvariantCulture,
                $"{Verdict}|{Type}|{MinScore}|{MaxScore}|{FromMilliseconds}|{ToMilliseconds}|{Sha256}");
            return BinaryPrimitives.ReadUInt32BigEndian(SHA256.HashData(Encoding.UTF8.GetBytes(text))) | 1;
        }
    }

    private static long? Ceiling(DateTimeOffset? time)
    {
        var ticks = time?.UtcTicks - DateTimeOffset.UnixEpoch.Ticks;
        return ticks is { } since ? (long)Math.Ceiling(since / (decimal)TimeSpan.TicksPerMillisecond) : null;
    }
}
