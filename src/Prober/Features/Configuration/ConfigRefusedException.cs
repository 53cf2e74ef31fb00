namespace Prober.Features.Configuration;

/// <summary>The prober does not start with this configuration; the message lists all errors.</summary>
internal sealed class ConfigRefusedException(IEnumerable<ConfigProblem> problems)
    : Exception(string.Join(Environment.NewLine, problems.Select(problem => $"{problem}").Prepend("its configuration is refused.")));
