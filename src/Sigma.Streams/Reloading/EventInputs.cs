using Microsoft.Extensions.Options;
using Sigma.Engine.Mapping;
using Sigma.Streams.RuleFiles;
using Sigma.Streams.Settings;
using Sigma.Streams.Unwrapping;

namespace Sigma.Streams.Reloading;

/// <summary>How this process reads events: by the files and settings that it found when it started.</summary>
internal sealed class EventInputs
{
    /// <exception cref="InvalidDataException">A mapping or a path of records is wrong.</exception>
    public EventInputs(IOptions<SigmaOptions> options)
    {
        Mappings = RuleInputs.Mappings(options.Value.Mappings);
        Unwrapper = RuleInputs.Unwrapper(options.Value.Records, Mappings);
    }

    public IReadOnlyList<EventMapping> Mappings { get; }

    public Unwrapper Unwrapper { get; }
}
