namespace Prober.Features.Configuration;

/// <summary>The prober does not start with such a configuration; the message names all that is wrong with it.</summary>
internal sealed class ConfigRefusedException(IEnumerable<ConfigProblem> problems)
    : Exception(string.Join(Environment.NewLine, problems.Select(problem => $"{problem}").Prepend("its configuration is refused.")));
