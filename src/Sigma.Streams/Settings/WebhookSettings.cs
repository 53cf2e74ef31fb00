using System.ComponentModel.DataAnnotations;

namespace Sigma.Streams.Settings;

/// <summary>The sink <c>webhook</c>, at <c>Webhook</c>.</summary>
internal sealed class WebhookSettings
{
    public const string Section = "Webhook";

    /// <summary>The address that gets a POST for each alert. Default none.</summary>
    public string? Url { get; set; }

    /// <summary>Value of the header <c>Authorization</c>. Default none.</summary>
    public string? Authorization { get; set; }

    /// <summary>Longest time for a POST. Default 10 s.</summary>
    [Range(typeof(TimeSpan), "00:00:00.100", "00:10:00")]
    public TimeSpan Timeout { get; set; } = TimeSpan.FromSeconds(10);

    /// <summary>POSTs at once. Default 8.</summary>
    [Range(1, 256)]
    public int Concurrency { get; set; } = 8;
}
