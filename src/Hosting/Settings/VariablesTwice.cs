using Microsoft.Extensions.Options;

namespace Hosting.Settings;

/// <summary>
/// Refuses two variables of the environment that set one key, such as <c>HOST__Key</c> and <c>HOST__KEY</c>: the system has them in no
/// order, so that which of them counts could change from start to start.
/// </summary>
internal sealed class VariablesTwice(HostDescription host) : IValidateOptions<HostSettings>
{
    public ValidateOptionsResult Validate(string? name, HostSettings options)
    {
        var variables = Environment.GetEnvironmentVariables();
        var problems = Of(host.Section, variables.Keys.Cast<string>().Select(key => (key, $"{variables[key]}"))).ToList();
        return problems.Count == 0 ? ValidateOptionsResult.Success : ValidateOptionsResult.Fail(problems);
    }

    /// <param name="section">The host's.</param>
    /// <param name="variables">All of the environment.</param>
    /// <returns>A sentence for each key that is set to different values.</returns>
    internal static IEnumerable<string> Of(string section, IEnumerable<(string Name, string Value)> variables) =>
        from variable in variables
        let key = variable.Name.Replace("__", ConfigurationPath.KeyDelimiter, StringComparison.Ordinal)
        where key.StartsWith($"{section}{ConfigurationPath.KeyDelimiter}", StringComparison.OrdinalIgnoreCase)
        group variable by key.ToUpperInvariant() into same
        where same.DistinctBy(variable => variable.Value).Count() > 1
        let names = same.Select(variable => variable.Name).Order(StringComparer.Ordinal)
        select $"The variables {string.Join(" and ", names)} are the same setting with different values: keep one of them.";
}
