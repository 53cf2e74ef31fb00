using Microsoft.Extensions.Options;
using Sigma.Streams.Settings;

namespace Sigma.Streams.Kafka;

/// <summary>
/// The sink writes the match log, and the source reads it: with only one of them, correlations would see nothing, or rules would see the
/// log as events.
/// </summary>
internal sealed class MatchTopicUse(IOptions<SigmaOptions> sigma) : IValidateOptions<KafkaOptions>
{
    public ValidateOptionsResult Validate(string? name, KafkaOptions options) =>
        options.MatchTopic is null
        || (Names.SourcesOf(sigma.Value).Contains(KafkaSource.Name) && Names.SinksOf(sigma.Value).Contains(KafkaSink.Name))
            ? ValidateOptionsResult.Success
            : ValidateOptionsResult.Fail(
                "Sigma:Kafka:MatchTopic needs kafka as a source and as a sink. Without it, correlations count in the process itself.");
}
