namespace Prober.Features.Settings;

/// <summary>
/// Short forms of settings, such as <c>--modules PATH</c> for <c>Prober:Modules</c> and <c>--name NAME</c> for <c>Prober:Name</c>:
/// <c>--target URL</c>, as often as wanted, stands for <c>Prober:Targets:0</c> and so on, <c>--config PATH</c> for
/// <c>Prober:Config</c>, <c>--skip-unsupported</c> and <c>--allow-empty</c> for <c>Prober:SkipUnsupported</c> and <c>Prober:AllowEmpty</c>.
/// </summary>
internal static class TargetArguments
{
    private const string Target = "--target";
    private const string Config = "--config";
    private const string SkipUnsupported = "--skip-unsupported";
    private const string Modules = "--modules";
    private const string Name = "--name";
    private const string AllowEmpty = "--allow-empty";

    public static string[] Expand(string[] arguments)
    {
        var expanded = new List<string>();
        var targets = 0;
        var configurations = new List<string>();
        for (var i = 0; i < arguments.Length; i++)
        {
            var (name, value) = arguments[i].Split('=', 2) is [var left, var right] ? (left, right) : (arguments[i], null);
            if (name is Target or Config or Modules or Name && value is null && i + 1 < arguments.Length)
            {
                value = arguments[++i];
            }

            if (name == Config && value is not null)
            {
                configurations.Add(value);
                continue;
            }

            expanded.Add((name, value) switch
            {
                (Target, not null) => $"--Prober:Targets:{targets++}={value}",
                (Modules, not null) => $"--Prober:Modules={value}",
                (Name, not null) => $"--Prober:Name={value}",
                (SkipUnsupported, null) => "--Prober:SkipUnsupported=true",
                (AllowEmpty, null) => "--Prober:AllowEmpty=true",
                _ => arguments[i],
            });
        }

        return configurations.Count > 0 ? [.. expanded, $"--Prober:Config={string.Join(',', configurations)}"] : [.. expanded];
    }
}
