using Microsoft.Extensions.Options;
using Prober.Features.Configuration;
using Prober.Features.Settings;

namespace Prober.Features.Probing.Modules;

/// <summary>The modules that need no file, and those of <c>--modules</c>, which win.</summary>
internal sealed partial class ModuleList
{
    private readonly Dictionary<string, ProbeModule> _modules = [];

    /// <exception cref="ConfigRefusedException">The file has errors.</exception>
    public ModuleList(IOptions<ProberOptions> options, ILogger<ModuleList> logger)
    {
        using var builtIn = new StringReader(BuiltInModules.Text);
        Add("built-in", builtIn);
        if (options.Value.Modules is { Length: > 0 } path)
        {
            using var file = new StreamReader(path);
            foreach (var module in Add(path, file).Where(module => module.Unsupported is not null))
            {
                Log.Unsupported(logger, module.Name, module.Unsupported!);
            }
        }
    }

    public IEnumerable<string> Names => _modules.Keys.Order(StringComparer.Ordinal);

    public ProbeModule? Find(string name) => _modules.GetValueOrDefault(name);

    private IReadOnlyList<ProbeModule> Add(string file, TextReader text)
    {
        var problems = new List<ConfigProblem>();
        var modules = new ModuleReader(file, problems).Read(text);
        if (problems.Count > 0)
        {
            throw new ConfigRefusedException(problems);
        }

        foreach (var module in modules)
        {
            _modules[module.Name] = module;
        }

        return modules;
    }

    private static partial class Log
    {
        [LoggerMessage(15, LogLevel.Warning, "The module {Module} cannot be used: {Problem}.")]
        public static partial void Unsupported(ILogger logger, string module, string problem);
    }
}
