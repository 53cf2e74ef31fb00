namespace Analyzer.Storage.Elasticsearch.Tests;

public sealed class OneNodeTests(OneNode server) : RealComplianceTests(server), IClassFixture<OneNode>;
