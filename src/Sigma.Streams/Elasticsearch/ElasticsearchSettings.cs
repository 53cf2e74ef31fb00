using System.ComponentModel.DataAnnotations;
using Elasticsearch.Client.Transport;

namespace Sigma.Streams.Elasticsearch;

/// <summary>The cluster of the sink <c>elasticsearch</c>, at <c>Elasticsearch</c>.</summary>
internal sealed class ElasticsearchSettings : ClusterSettings
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

    /// <exception cref="ArgumentException">A value is out of its range; the message names it.</exception>
    public ClusterOptions ToOptions()
    {
        var options = Complete(new ClusterOptions { Nodes = Nodes, Timeout = Timeout, AttemptTimeout = Timeout / 2 });
        options.Validate();
        return options;
    }
}
