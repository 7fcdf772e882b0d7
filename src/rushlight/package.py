"""torch.package: models are not packed together with their code."""
from rushlight.unbuilt import refusing

__getattr__ = refusing("torch.package", "Directory EmptyMatchError Importer OrderedImporter PackageExporter PackageImporter "
                                        "PackagingError is_from_package sys_importer")
