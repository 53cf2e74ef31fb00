using System.ComponentModel.DataAnnotations;
using Hosting.Uploads;

namespace Analyzer.Service.Features.Submit;

/// <summary>Limits for one sender, and for all together: section <c>Limits</c> below the host's.</summary>
internal sealed class UploadLimits
{
    public const string Section = "Limits";

    /// <summary>Bytes in one file. Default 1 GiB.</summary>
    [Range(1, long.MaxValue)]
    public long MaxFileBytes { get; set; } = 1L << 30;

    /// <summary>
    /// Whether the limit on uploads at work (all except those with silent senders) falls while they wait for a processor or the store, and
    /// rises again; at most <see cref="MaxUploads"/>. Default true.
    /// </summary>
    public bool Adaptive { get; set; } = true;

    /// <summary>Uploads at once. Default 1024.</summary>
    [Range(1, 1_000_000)]
    public int MaxUploads { get; set; } = 1024;

    /// <summary>
    /// Bytes received so far of all uploads at once. One client may have half of them, or <see cref="MaxFileBytes"/>. Default 64 GiB.
    /// </summary>
    [Range(1, long.MaxValue)]
    public long MaxBytesInFlight { get; set; } = 64L << 30;

    /// <summary>Longest silence within an upload. Default 30 s.</summary>
    [Range(typeof(TimeSpan), "00:00:00.001", "1.00:00:00")]
    public TimeSpan IdleTimeout { get; set; } = UploadPace.Default.IdleTimeout;

    /// <summary>Longest upload. Default 30 min.</summary>
    [Range(typeof(TimeSpan), "00:00:00.001", "1.00:00:00")]
    public TimeSpan TotalTimeout { get; set; } = UploadPace.Default.TotalTimeout;

    /// <summary>
    /// Bytes per second that an upload has to reach on average, once <see cref="MinDataRateGrace"/> is over. Default 4 KiB/s; 0 for none.
    /// </summary>
    [Range(0, int.MaxValue)]
    public int MinDataRate { get; set; } = UploadPace.Default.MinDataRate;

    /// <summary>How long a new upload may be slower. Default 10 s.</summary>
    [Range(typeof(TimeSpan), "00:00:00", "1.00:00:00")]
    public TimeSpan MinDataRateGrace { get; set; } = UploadPace.Default.MinDataRateGrace;

    /// <summary>
    /// The shortest time that a refused sender is asked to wait; the longest is three times that, so that they do not return together.
    /// Default 1 s.
    /// </summary>
    [Range(typeof(TimeSpan), "00:00:00.001", "01:00:00")]
    public TimeSpan RetryAfter { get; set; } = TimeSpan.FromSeconds(1);

    internal UploadPace Pace => new(IdleTimeout, TotalTimeout, MinDataRate, MinDataRateGrace);
}
