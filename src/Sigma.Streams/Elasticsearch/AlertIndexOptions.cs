using System.ComponentModel.DataAnnotations;

namespace Sigma.Streams.Elasticsearch;

/// <summary>Where in the cluster the sink <c>elasticsearch</c> writes. The section holds the cluster's settings too.</summary>
internal sealed class AlertIndexOptions
{
    /// <summary>
    /// The destination of alerts: an index, which is created if it is missing, or an existing alias or data stream. Default
    /// <c>sigma-alerts</c>.
    /// </summary>
    [Required]
    [RegularExpression("[a-z0-9.][a-z0-9._-]{0,199}", ErrorMessage = "{0} takes lower-case letters, digits, dots, - and _.")]
    public string Index { get; set; } = "sigma-alerts";

    /// <summary>The longest time for a request, including repeats on other nodes. Default 10 s.</summary>
    [Range(typeof(TimeSpan), "00:00:00.100", "00:10:00")]
    public TimeSpan Timeout { get; set; } = TimeSpan.FromSeconds(10);
}
