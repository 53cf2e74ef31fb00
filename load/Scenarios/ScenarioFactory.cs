using Load.Corpus;
using Load.Recording;
using NBomber.Contracts;

namespace Load.Scenarios;

/// <summary>Makes the NBomber scenario of a row: its name, who records, and the files to go through.</summary>
internal delegate ScenarioProps ScenarioFactory(string name, Recorder recorder, FileSet files);
