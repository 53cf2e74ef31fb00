using System.ComponentModel.DataAnnotations;

namespace Analyzer.Service.Features.Submit;

/// <summary>What one sender, and all of them together, may ask of the service. Section <c>Analyzer:Limits</c>.</summary>
internal sealed class UploadLimits
{
    public const string Section = "Analyzer:Limits";

    /// <summary>Bytes in one file. Default 1 GiB.</summary>
    [Range(1, long.MaxValue)]
    public long MaxFileBytes { get; set; } = 1L << 30;

    /// <summary>Uploads at once. Default 1024.</summary>
    [Range(1, 1_000_000)]
    public int MaxUploads { get; set; } = 1024;

    /// <summary>Bytes of all uploads at once: what they declare, or what has come of those that declare nothing. Default 64 GiB.</summary>
    [Range(1, long.MaxValue)]
    public long MaxBytesInFlight { get; set; } = 64L << 30;

    /// <summary>Longest silence within an upload. Default 30 s.</summary>
    [Range(typeof(TimeSpan), "00:00:00.001", "1.00:00:00")]
    public TimeSpan IdleTimeout { get; set; } = TimeSpan.FromSeconds(30);

    /// <summary>Longest upload. Default 30 min.</summary>
    [Range(typeof(TimeSpan), "00:00:00.001", "1.00:00:00")]
    public TimeSpan TotalTimeout { get; set; } = TimeSpan.FromMinutes(30);

    /// <summary>Bytes per second that an upload must keep up on average, once <see cref="MinDataRateGrace"/> is over. Default 4 KiB/s; 0 for none.</summary>
    [Range(0, int.MaxValue)]
    public int MinDataRate { get; set; } = 4096;

    /// <summary>Default 10 s.</summary>
    [Range(typeof(TimeSpan), "00:00:00", "1.00:00:00")]
    public TimeSpan MinDataRateGrace { get; set; } = TimeSpan.FromSeconds(10);

    /// <summary>What a refused sender is told to wait. Default 1 s.</summary>
    [Range(typeof(TimeSpan), "00:00:00.001", "01:00:00")]
    public TimeSpan RetryAfter { get; set; } = TimeSpan.FromSeconds(1);
}
