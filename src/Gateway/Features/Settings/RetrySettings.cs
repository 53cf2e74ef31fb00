using System.ComponentModel.DataAnnotations;

namespace Gateway.Features.Settings;

/// <summary>The fields of <c>retryPolicy</c> and <c>retryThrottling</c> in a service config of gRPC, as gRFC A6 has them.</summary>
internal sealed class RetrySettings
{
    /// <summary>How often a call is sent, the first time included; more than 5 counts as 5. Default 0: it is not repeated.</summary>
    [Range(0, int.MaxValue)]
    public int MaxAttempts { get; set; }

    /// <summary>The pause before the first repeat, give or take a fifth. Default 100 ms.</summary>
    [Range(typeof(TimeSpan), "00:00:00.001", "00:10:00")]
    public TimeSpan InitialBackoff { get; set; } = TimeSpan.FromMilliseconds(100);

    /// <summary>The longest pause. Default 1 s.</summary>
    [Range(typeof(TimeSpan), "00:00:00.001", "00:10:00")]
    public TimeSpan MaxBackoff { get; set; } = TimeSpan.FromSeconds(1);

    /// <summary>How many times longer each pause is than the one before. Default 2.</summary>
    [Range(0.001, 100.0)]
    public double BackoffMultiplier { get; set; } = 2;

    /// <summary>
    /// The statuses after which a call is repeated, such as UNAVAILABLE: a list, or separated by commas. Needed with MaxAttempts.
    /// </summary>
    public List<string> RetryableStatusCodes { get; set => field = value ?? []; } = [];

    /// <summary>
    /// Each failure takes one token of so many, and each success gives back TokenRatio; below half of them nothing is repeated. Default
    /// 100.
    /// </summary>
    [Range(1, 1000)]
    public int MaxTokens { get; set; } = 100;

    /// <summary>Tokens for a success. Default 0.1.</summary>
    [Range(0.0, 1000.0)]
    public double TokenRatio { get; set; } = 0.1;
}
